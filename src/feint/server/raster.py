"""An SVG as a PNG, which is what chat programs show: by resvg, if that is installed (`pip install 'feint[share]'`).

It is drawn in a process by itself, one at a time: the library holds Python's lock for as long as it draws, and nobody's
clock should have to wait for a picture.
"""

import asyncio
import sys
from collections import OrderedDict
from importlib.util import find_spec

SECONDS = 20  # after which a picture is given up
KEPT = 64  # pictures; each has some 50 kB
DRAW = "import resvg_py, sys; sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.read()))"
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
LETTER = '<text y="9" font-family="sans-serif">M</text>'


class Rasteriser:
    """Makes PNGs of SVGs, and keeps the last ones."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._available: bool | None = None

    async def available(self) -> bool:
        """Whether there can be PNGs here. A machine without any fonts would draw them without words."""
        async with self._lock:
            if self._available is None:
                empty, letter = [await _draw(EMPTY.format(content)) for content in ("", LETTER)]
                self._available = letter is not None and letter != empty
            return self._available

    async def png(self, svg: str) -> bytes | None:
        """The picture; None if it can't be had."""
        if not await self.available():
            return None
        async with self._lock:
            if svg not in self._kept:
                drawn = await _draw(svg)
                if drawn is None:
                    return None
                self._kept[svg] = drawn
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(svg)
            return self._kept[svg]


async def _draw(svg: str) -> bytes | None:
    if find_spec("resvg_py") is None:
        return None
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", DRAW, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        drawn, _ = await asyncio.wait_for(process.communicate(svg.encode()), SECONDS)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return drawn if process.returncode == 0 else None
