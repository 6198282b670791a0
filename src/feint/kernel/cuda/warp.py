"""Which of a warp's 32 threads go on together: those whose games wait for the same, if they are more than all others.

A warp runs whatever any of its threads has to do, one thing after the other, while the other threads look on. So in
each turn only the largest group goes on; the others wait until they are the largest.
"""

from collections.abc import Callable
from typing import Any

from numba import cuda
from numba.cuda import int32

from feint.core.contract import Rules
from feint.core.rule import State, rule, whole

ALL = 0xFFFFFFFF
MOST_GROUPS = 512
MOST_KINDS = 8
PHASE = "phase"  # a field of this name says at which point of its rules a game is
NOBODY = -1  # in place of a group, for a thread that has nothing to do


@cuda.jit(device=True)
def largest_group(group: Any) -> Any:
    """The group, a number below MOST_GROUPS, that most threads of the warp are in; NOBODY if all have nothing to do."""
    together = cuda.popc(cuda.match_any_sync(ALL, int32(group)))
    best = int32(NOBODY if group == NOBODY else together * MOST_GROUPS + group)
    for step in (16, 8, 4, 2, 1):
        best = int32(max(best, cuda.shfl_xor_sync(ALL, best, step)))
    return NOBODY if best == NOBODY else best % MOST_GROUPS


@cuda.jit(device=True)
def goes_now(group: Any) -> Any:
    """Whether this thread is in the largest group of those threads of the warp that are here with it."""
    here = cuda.activemask()
    same = cuda.match_any_sync(here, int32(group))
    best, left = int32(0), here
    while left:
        first = cuda.ffs(left) - 1  # of a group that wasn't looked at yet
        theirs = cuda.shfl_sync(here, same, first)
        size = cuda.popc(theirs) * MOST_GROUPS
        best = int32(max(best, size + cuda.shfl_sync(here, int32(group), first)))
        left &= ~theirs
    return best % MOST_GROUPS == group


@cuda.jit(device=True)
def place_in_list(listed: Any, length: Any) -> Any:
    """A place for each thread that wants to be in a list, whose length grows; all threads of the warp ask together."""
    wanting = cuda.ballot_sync(ALL, listed)
    lane = cuda.laneid
    begin = int32(0)
    if lane == 0 and wanting:
        begin = cuda.atomic.add(length, 0, int32(cuda.popc(wanting)))
    begin = cuda.shfl_sync(ALL, begin, 0)
    return begin + cuda.popc(wanting & ((1 << lane) - 1))


def make_in_phase(rules: Rules) -> Callable[[State, int], int]:
    """A rule that tells kinds of what games do apart, below MOST_KINDS, and the phases that they do it in."""
    has_phase = any(field.name == PHASE and not field.shape for field in rules.STATE.fields)

    @rule
    def in_phase(s: State, kind: int) -> int:
        if has_phase:
            return (whole(s.phase) * MOST_KINDS + kind) % MOST_GROUPS
        return kind

    return in_phase
