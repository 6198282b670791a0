"""Plain against compiled: the same games played in both modes, state by state, bit for bit."""

from collections.abc import Callable
from typing import Any

import numpy as np

from feint.core.chance import below, bot_key, bot_word, chance_word, draw
from feint.core.contract import Rules
from feint.core.game import Game
from feint.core.rule import CHANCE, OVER, Numbers, State
from feint.testing.invariants import differing_fields
from feint.testing.violations import Violations

MODES = "plain and compiled"


def trace(rules: Rules) -> Callable[..., Any]:
    """A loop that plays one game between random bots and keeps every state of it, and every redealt state."""

    def play(states: Any, redealt: Any, seats: int, seed: int, points: Any) -> int:
        out = np.zeros(rules.ACTIONS, np.int64)
        weights = np.zeros(rules.OUTCOMES, np.int64)
        made = np.zeros(seats, np.int64)
        step = 0
        while True:
            s = states[step]
            who = rules.pending(s)
            redealt[step] = states[step]
            if who > 0:
                rules.redeal(redealt[step], step % seats, chance_word(seed, step))
            if who == OVER:
                rules.score(s, points)
                break
            if step == len(states) - 1:
                break
            states[step + 1] = states[step]
            after = states[step + 1]
            if who == CHANCE:
                rules.settle(after, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
            else:
                seat = 0
                while not who >> seat & 1:
                    seat += 1
                count = rules.legal(s, seat, out)
                rules.apply(after, seat, out[below(bot_word(bot_key(seed, seat), made[seat]), count)])
                made[seat] += 1
            step += 1
        return step

    return play


def plain_trace(game: Game, seed: int, max_steps: int) -> tuple[list[State], list[State], list[int]]:
    """The same game on plain states."""
    rules, schema = game.rules, game.schema
    states, redealt, points, made = [game.first_state()], [], [0] * len(game.seats), [0] * len(game.seats)
    while True:
        step, s = len(states) - 1, states[-1]
        who = rules.pending(s)
        redealt.append(schema.copy(s))
        if who > 0:
            rules.redeal(redealt[-1], step % len(game.seats), chance_word(seed, step))
        if who == OVER:
            rules.score(s, points)
            break
        if step == max_steps:
            break
        after = schema.copy(s)
        if who == CHANCE:
            weights: Numbers = [0] * rules.OUTCOMES
            rules.settle(after, draw(chance_word(seed, step), weights, rules.chance(s, weights)))
        else:
            seat = (who & -who).bit_length() - 1
            out = [0] * rules.ACTIONS
            count = rules.legal(s, seat, out)
            rules.apply(after, seat, out[below(bot_word(bot_key(seed, seat), made[seat]), count)])
            made[seat] += 1
        states.append(after)
    return states, redealt, points


def compare_modes(game: Game, violations: Violations, played: list[tuple[Game, int]], max_steps: int) -> int:
    """Play these games, each with its seed, in both modes; how many were compared. Bounds are checked."""
    from feint.kernel.compiler import build, config

    before, config.BOUNDSCHECK = config.BOUNDSCHECK, 1
    try:
        with violations.attempt("compiling the rules", game) as attempt:
            loop = build(game, trace)
            for number, (under, seed) in enumerate(played):
                compare(under, violations, loop, seed, max_steps)
                if violations.by_kind:
                    return number + 1
        return 0 if attempt.failed else len(played)
    finally:
        config.BOUNDSCHECK = before


def compare(game: Game, violations: Violations, loop: Callable[..., Any], seed: int, max_steps: int) -> None:
    """Play one game in both modes; `loop` is the compiled `trace`."""
    schema, also = game.schema, f"seed {seed}, choices of random bots"
    states, redealt, points = plain_trace(game, seed, max_steps)
    records, redealt_records = np.zeros(max_steps + 1, schema.dtype), np.zeros(max_steps + 1, schema.dtype)
    records[0] = schema.pack(states[0])[0]
    scores = np.zeros(len(game.seats), np.int64)
    steps = loop(records, redealt_records, len(game.seats), np.uint64(seed), scores)
    for number, state in enumerate(states[: steps + 1]):
        for what, record, plain in (("step", records, state), ("redeal after step", redealt_records, redealt[number])):
            if (twin := schema.unpack(record[number])) != plain:
                [name, *_] = differing_fields(game, plain, twin)
                both = f"{name} is {getattr(plain, name)} in plain Python and {getattr(twin, name)} compiled"
                violations.add(MODES, what, f"{what} {number}: {both}", game, also)
                return
    if steps != len(states) - 1:
        both = f"a game has {len(states) - 1} steps in plain Python and {steps} compiled"
        violations.add(MODES, "length", both, game, also)
    elif scores.tolist() != points:
        both = f"the scores are {points} in plain Python and {scores.tolist()} compiled"
        violations.add(MODES, "scores", both, game, also)
