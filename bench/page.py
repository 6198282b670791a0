"""How long a game's board takes to draw a view in the page, in Chromium: `make bench`, or this file alone.

Matches between bots are played here, and the page is given each view in turn, to be drawn without motion. A redraw ends
when the browser has laid it out. All is drawn three times, each time in a new page, and of each redraw the quickest
counts: whatever else the machine does can only add to it.
"""

import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser

import feint
from feint.bots import choose, random
from kit.chromium import PHONE, WIDE, browser
from kit.server_process import serving, sqlite
from turns import Row

FRAME = 16.0  # ms
STEPS = 60
SEED = 7
TIMES = 3
DRAW = """async ({name, seat, moments}) => {
    const board = (await import(`/games/${name}/board.js`)).default;
    const game = await (await fetch(`/games/${name}`)).json();
    const host = document.createElement("div");
    host.className = "board";
    document.body.replaceChildren(host);
    const shown = board({host, game, seat, choose() {}});
    const times = [];
    for (const {view, legal, log} of moments) {
        const begun = performance.now();
        shown.show(view, {legal, log, before: null, animate: false, live: true});
        host.getBoundingClientRect();
        times.push(performance.now() - begun);
        await new Promise(requestAnimationFrame);
    }
    return times;
}"""


def moments(name: str, seat: str) -> list[dict[str, Any]]:
    """What a seat sees of matches between random players, step by step: of one, or as many as it takes."""
    game, found, seed = feint.load(name).for_simulation(), [], SEED
    match = game.start(seed=seed)
    while len(found) < STEPS:
        found.append({"view": match.view(seat), "legal": [] if match.over else match.legal(seat), "log": []})
        if match.over:
            seed += 1
            match = game.start(seed=seed)
            continue
        chooser = match.pending[0]
        match.play(chooser, choose(match, chooser, random, seed))
    return found


def redraws() -> dict[str, list[float]]:
    """The milliseconds of each redraw, by game and screen; the first, for which there is nothing yet, is left out."""
    found = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(sqlite(Path(folder)), Path(folder)) as server,
        browser() as chromium,
    ):
        for name in feint.game_names():
            seat = feint.load(name).seats[0]
            for screen, size in (("wide", WIDE), ("phone", PHONE)):
                seen = {"name": name, "seat": seat, "moments": moments(name, seat)}
                drawn = zip(*(_drawn(chromium, server.url, size, seen) for _ in range(TIMES)), strict=True)
                found[f"{feint.load(name).title}, {screen}"] = [min(times) for times in drawn][1:]
    return found


def _drawn(chromium: Browser, url: str, size: Any, seen: dict[str, Any]) -> list[float]:
    """The milliseconds of each drawing, in a new page."""
    page = chromium.new_page(viewport=size)
    page.goto(url)
    times: list[float] = page.evaluate(DRAW, seen)
    page.close()
    return times


def title(name: str) -> str:
    return f"{name}: a redraw in the page / a sixtieth of a second (ms)"


CEILINGS = {
    title(f"{feint.load(name).title}, {screen}"): FRAME for name in feint.game_names() for screen in ("wide", "phone")
}


def rows() -> dict[str, Row]:
    """For `make bench`: medians; the ratios are those of the median, the quickest and the slowest."""
    return {
        title(name): {
            "value": median(times),
            "beside": FRAME,
            "ratio": median(times) / FRAME,
            "lowest": min(times) / FRAME,
            "highest": max(times) / FRAME,
        }
        for name, times in redraws().items()
    }


if __name__ == "__main__":
    if "--json" in sys.argv:
        print(json.dumps(redraws()))
    else:
        for name, times in redraws().items():
            times.sort()
            most = f"95% {times[len(times) * 95 // 100]:5.1f}, most {times[-1]:5.1f}"
            print(f"{name:32} median {median(times):5.1f} ms, {most}")
