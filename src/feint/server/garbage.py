"""When the garbage collector looks through the memory; everyone waits meanwhile, a second for a million objects.

Nearly everything here goes by itself when nobody holds it any more, tables and connections too. So what is new is
looked through in small parts, and all of it only when there is a multiple of what was left the last time.
"""

import asyncio
import gc

YOUNG = 2_000  # new objects that are looked through at a time; and together with those of ten such times
TIMES = 10
NEVER = 1_000_000_000
MULTIPLE = 4
INTERVAL = 600.0  # seconds between two counts of all there is; counting takes a hundredth of looking


class Garbage:
    """What there is in this process."""

    def __init__(self) -> None:
        gc.set_threshold(YOUNG, TIMES, NEVER)
        self.known = 0  # objects that were left when everything was looked through

    def look(self) -> None:
        """Count everything, and look through it if there is much more."""
        gc.collect(1)
        gc.freeze()
        if gc.get_freeze_count() > MULTIPLE * self.known:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self.known = gc.get_freeze_count()

    async def keep_looking(self) -> None:
        """Do that from time to time."""
        while True:
            self.look()
            await asyncio.sleep(INTERVAL)
