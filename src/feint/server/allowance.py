"""How often each address may do something: so many times within a while, and then as fast as that comes to."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 10_000  # addresses that are remembered; those that did something last


class Allowance:
    """What is left of it, by address."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times, self._rate, self._clock = times, times / seconds, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when it was so

    def may(self, address: str) -> bool:
        """Whether an address may do it once more; then that counts."""
        now = self._clock()
        left, at = self._left.get(address, (float(self._times), now))
        left = min(float(self._times), left + (now - at) * self._rate)
        if left < 1:
            return False
        self._left[address] = left - 1, now
        self._left.move_to_end(address)
        if len(self._left) > MOST:
            self._left.popitem(last=False)
        return True
