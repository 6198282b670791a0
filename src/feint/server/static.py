"""The page: its own files, and those that games bring for it. They are sent as they are; there is no build.

A file is found in a list of those that there are, never by putting together a path from what someone asked for. The
page may load and ask only what this server has: nothing from anywhere else, and no script or style within its HTML.
"""

import mimetypes
import os
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Annotated, Any

import fastapi
from fastapi import FastAPI, HTTPException, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import feint
from feint.core.game import game_names
from feint.protocol import NAME, ErrorAnswer, GameDetails
from feint.server.catalog import game_details, picture, script_names, served_game
from feint.server.http_types import model_of

WEB = Path(feint.__file__).parent / "web"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
HEADERS = {
    "Cache-Control": "no-cache",  # it may be kept, but is asked for: a new version shows at once
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}
# A picture brings its colours, and nothing else: should someone open it by itself, it can't do anything.
PICTURE_HEADERS = HEADERS | {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
}
for _suffix, _type in TYPES.items():
    mimetypes.add_type(_type, _suffix)  # whatever the system has them for


class PageFiles(StaticFiles):
    """Starlette's static files, for those that `find` knows by their path."""

    def __init__(self, find: Callable[[str], Path | None]) -> None:
        super().__init__()
        self._find = find

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is; nowhere if it isn't one for the page."""
        found = self._find(path)
        return ("", None) if found is None else (str(found), found.stat())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file."""
        await super().__call__(_whole(scope), receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or word that it is still the same."""
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


def add_static_files(app: FastAPI) -> None:
    """Serve the page, the games' own files, and what there is to know of one game."""
    web = PageFiles(_file_of_the_page)
    wrong = {"model": model_of(ErrorAnswer)}

    async def index(scope: Scope, receive: Receive, send: Send) -> None:
        response = await web.get_response("index.html", scope)
        await response(_whole(scope), receive, send)

    @app.get("/games/{name}", responses={200: {"model": model_of(GameDetails)}, 404: wrong, 422: wrong})
    def game(name: Annotated[str, fastapi.Path(pattern=f"^{NAME}$")]) -> Any:
        """A game: what it is, its rulings and bots, its book, and constants that no view holds."""
        return game_details(served_game(name))

    @app.get("/games/{name}/{which}.svg", include_in_schema=False)
    def picture_of_a_book(name: str, which: str) -> Response:
        svg = picture(name, which)
        if svg is None:
            raise HTTPException(404, "there is nothing at this address")
        return Response(svg, headers=PICTURE_HEADERS, media_type=TYPES[".svg"])

    # Compressed, since these are no secret: of what is sent to players the length would tell about what is in it.
    app.router.routes.append(Route("/", GZipMiddleware(index), methods=["GET"], include_in_schema=False))
    app.mount("/web", GZipMiddleware(web))
    app.mount("/games", GZipMiddleware(PageFiles(_file_of_a_game)))


def _whole(scope: Scope) -> Scope:
    """A request for all of a file: parts of such small ones only make work, and one request can want thousands."""
    return {**scope, "headers": [header for header in scope["headers"] if header[0] != b"range"]}


def _file_of_the_page(name: str) -> Path | None:
    return WEB / name if name in {path.name for path in WEB.iterdir() if path.suffix in TYPES} else None


def _file_of_a_game(path: str) -> Path | None:
    """`tower-siege/board.js` is in that game's folder, wherever it is."""
    parts = PurePath(path).parts  # none at all for the folder itself
    if len(parts) != 2 or parts[0] not in game_names():
        return None
    game = served_game(parts[0])
    return game.folder / parts[1] if parts[1] in script_names(game) else None
