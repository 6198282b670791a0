"""Links to finished matches: a page that chat programs preview, its picture, and a page that others may embed.

There is nothing to share of a match before its end: then the answers are those for a table that isn't there, so nobody
learns anything from them, not even whether it is being played.
"""

import re
from html import escape

from fastapi import FastAPI, HTTPException, Request, Response

from feint.core.match import Match
from feint.protocol import TABLE_ID
from feint.server.card import HEIGHT, WIDTH, Card, match_card
from feint.server.errors import Refused
from feint.server.match_steps import finished_match
from feint.server.network import client_address
from feint.server.raster import Rasteriser
from feint.server.route_types import hub_of
from feint.server.static import HEADERS, PICTURE_HEADERS, WEB

EMBED_HEADERS = HEADERS | {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
}
KEEP = {"Cache-Control": "public, max-age=86400"}  # what has ended doesn't change
NEUTRAL = Card(
    "A game of hidden choices on Feint", "Games of hidden choices, to play with friends or against bots.", picture=""
)
PREVIEW = """<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<meta name="description" content="{description}">
<meta property="og:site_name" content="Feint">
<meta property="og:type" content="website">
<meta property="og:url" content="{url}">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
{image}<meta name="twitter:title" content="{title}">
<meta name="twitter:description" content="{description}">
<meta http-equiv="refresh" content="0; url=/#/table/{table}">
</head>
<body>
<h1>{title}</h1>
<p>{description}</p>
<p><a href="/#/table/{table}">Go to the match</a></p>
</body>
</html>
"""
IMAGE = """<meta property="og:image" content="{image}">
<meta property="og:image:type" content="{type}">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta property="og:image:alt" content="{title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="{image}">
"""
NO_IMAGE = """<meta name="twitter:card" content="summary">
"""


def add_share_routes(app: FastAPI) -> None:
    """Serve the links to matches."""
    rasteriser = Rasteriser()

    # Pictures first: for what comes after, a dot would be a part of the name.
    @app.get("/m/{table}.svg", include_in_schema=False)
    async def svg(request: Request, table: str) -> Response:
        card = await _card(request, table)
        return Response(card.picture, headers=PICTURE_HEADERS | KEEP, media_type="image/svg+xml")

    @app.get("/m/{table}.png", include_in_schema=False)
    async def png(request: Request, table: str) -> Response:
        card = await _card(request, table)
        drawn = await rasteriser.png(card.picture)
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, headers=KEEP, media_type="image/png")

    @app.get("/m/{table}", include_in_schema=False)
    async def preview(request: Request, table: str) -> Response:
        match = await _finished(request, table)
        card = NEUTRAL if match is None else match_card(match)
        html = _preview(table, str(request.base_url), card, png=await rasteriser.available())
        return Response(html, media_type="text/html")

    @app.get("/embed/{table}", include_in_schema=False)
    async def embed(request: Request, table: str) -> Response:
        name = "embed_nothing.html" if await _finished(request, table) is None else "embed.html"
        return Response((WEB / name).read_bytes(), headers=EMBED_HEADERS, media_type="text/html")


async def _finished(request: Request, table: str) -> Match | None:
    """The match of a table, if it has been played and has ended. A table that was closed before shows nothing."""
    if not re.fullmatch(TABLE_ID, table):
        raise HTTPException(404)
    try:
        async with hub_of(request).session(table, client_address(request.scope)) as session:
            return finished_match(session.table)
    except Refused:  # it isn't there, can't be read, or hasn't ended
        return None


async def _card(request: Request, table: str) -> Card:
    match = await _finished(request, table)
    if match is None:
        raise HTTPException(404)
    return match_card(match)


def _preview(table: str, base: str, card: Card, png: bool) -> str:
    """The page with the tags that chat programs read; people are led on to the table. `base` ends with a slash."""
    suffix, kind = ("png", "image/png") if png else ("svg", "image/svg+xml")
    image = escape(f"{base}m/{table}.{suffix}")
    title = escape(card.title)
    tags = IMAGE.format(image=image, type=kind, width=WIDTH, height=HEIGHT, title=title) if card.picture else NO_IMAGE
    url, description = escape(f"{base}m/{table}"), escape(card.description)
    return PREVIEW.format(table=table, url=url, title=title, description=description, image=tags)
