"""The page: its own files, and those that games bring for it. They are sent as they are; there is no build.

A file is found in a list of those that there are, never by putting together a path from what someone asked for. The
page may load and ask only what this server has: nothing from anywhere else, and no script or style within its HTML.
"""

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path as File
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request, Response
from starlette.exceptions import HTTPException

import feint
from feint.protocol import NAME, ErrorAnswer, GameDetails
from feint.server.catalog import on_the_shelf, opened, script_names
from feint.server.http_types import model_of

WEB = File(feint.__file__).parent / "web"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def add_pages(app: FastAPI) -> None:
    """Serve the page, the games' own files, and what there is to know of one game."""

    @app.get("/", include_in_schema=False)
    def page(request: Request) -> Response:
        return _sent(request, WEB / "index.html")

    @app.get("/web/{file}", include_in_schema=False)
    def of_the_page(request: Request, file: str) -> Response:
        return _sent(request, _found(file, [path.name for path in WEB.iterdir() if path.suffix in TYPES], WEB))

    wrong = {"model": model_of(ErrorAnswer)}

    @app.get("/games/{name}", responses={200: {"model": model_of(GameDetails)}, 404: wrong, 422: wrong})
    def game(name: Annotated[str, Path(pattern=f"^{NAME}$")]) -> Any:
        """A game: what it is, its rulings and bots, its book, and constants that no view holds."""
        return opened(on_the_shelf(name))

    @app.get("/games/{name}/{file}", include_in_schema=False)
    def of_a_game(request: Request, name: str, file: str) -> Response:
        game = on_the_shelf(name)
        return _sent(request, _found(file, script_names(game), game.folder))


def _found(file: str, there: list[str], folder: File) -> File:
    if file not in there:
        raise HTTPException(404, "there is no such file")
    return folder / file


def _sent(request: Request, path: File) -> Response:
    """A file, or word that it is still the same. It may be kept, but is asked for: a new version shows at once."""
    content = path.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Security-Policy": POLICY, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):  # these are no secret, so their lengths tell nothing
        content = _packed(content)
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type=TYPES[path.suffix])


@lru_cache(maxsize=256)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
