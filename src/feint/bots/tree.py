"""The compiled loop of `search`: games played from one seat's view, through a tree of information sets that grows.

Each iteration deals anew what the seat can't see, walks down by what earlier ones have found, adds one node, plays on
with a fixed policy to the end, and notes on the way back what came out. A node is what the seat that chooses may see:
so nobody in the tree knows more than it would at the table, and all that stands at a node has the same choices.
"""

from collections.abc import Callable
from math import log, sqrt
from types import ModuleType
from typing import Any

import numpy as np

from feint.bots import Bot
from feint.core.chance import below, bot_word, draw, mix, next_word
from feint.core.language import CHANCE, OVER, Numbers, State, no_chance, nothing_to_settle, rule, u64, whole
from feint.solve.sampling import fraction, match_regrets, pick

DEEPEST = 256  # nodes on one walk
LONGEST = 5_000  # choices in one game; one that goes on for longer counts as undecided

NODES, EDGES, DONE = 0, 1, 2  # what has been used: nodes, edges, and iterations that were made
VISITS, VALUE, REGRET, SHARE = 0, 1, 2, 3  # of an edge: how often, what came of it, regrets, and the sum of strategies
EXPLORE, WIDEN, PRIOR, TRUST, MIX, WILD = range(6)  # the dials, see `feint.bots.search`

IN_TURN, AT_ONCE = 0, 1  # kinds of nodes: by confidence bounds, and by regret matching


@rule
def nothing_to_redeal(s: State, seat: int, word: int) -> None:
    """For a game without secrets."""


@rule
def no_estimate(s: State, out: Numbers) -> None:
    """For a game that brings none: never called."""


@rule
def no_policy(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """For a game that brings no bots: never called."""
    return 0


@rule
def look(words: Numbers, mask: Numbers, places: Numbers, count: int, salt: int) -> int:
    """A key of what a seat sees: `places` are the words of a state that can differ and that it sees some of."""
    one, two = mix(u64(salt + 1)), u64(0xD1342543DE82EF95)
    for i in range(0, count - 1, 2):  # two chains, since each has to wait for its own multiplications
        at, after = places[i], places[i + 1]
        one = u64(u64(one ^ u64(words[at] & mask[at])) * u64(0xBF58476D1CE4E5B9))
        two = u64(u64(two ^ u64(words[after] & mask[after])) * u64(0x94D049BB133111EB))
        one ^= one >> u64(29)
        two ^= two >> u64(31)
    if count % 2:
        one ^= u64(words[places[count - 1]] & mask[places[count - 1]])
    return mix(u64(mix(one) + two))


@rule
def find(table: Numbers, keys: Numbers, key: int) -> int:
    """Where a key stands in the table, from 1; or the empty place that it belongs in."""
    last = len(table) - 1  # a power of 2, less 1
    at = whole(u64(key) & u64(last))
    while table[at] and keys[table[at] - 1] != key:
        at = (at + 1) & last
    return at


@rule
def by_bounds(edges: Numbers, base: int, count: int, visits: int, total: float, dials: Numbers, trust: float) -> int:
    """The edge with the highest upper confidence bound; new ones are let in one by one, as visits add up.

    A few results say little: each edge is judged as if it had been tried some more times, with what is usual at this
    node; the first, which is the policy's own choice, with a little more than that.
    """
    room = min(count, 1 + whole(dials[WIDEN] * sqrt(visits)))
    best, highest, logarithm, usual = 0, -1.0, log(visits + 1.0), total / visits
    for n in range(room):
        tried = edges[base + n, VISITS] + dials[PRIOR]
        if tried == 0.0:
            return n
        value = edges[base + n, VALUE] + dials[PRIOR] * (usual + trust if n == 0 else usual)
        bound = value / tried + dials[EXPLORE] * sqrt(logarithm / tried)
        if bound > highest:
            best, highest = n, bound
    return best


@rule
def learn(edges: Numbers, base: int, count: int, n: int, chance: float, value: float, strategy: Numbers) -> None:
    """Regret matching's lesson from one visit: what each choice might have brought, beside what the strategy brings.

    What is known of a choice so far stands for what it would have brought, and the one that was made is set right by
    as much as it was rarely made: so the estimate is right on average, and varies little.
    """
    mean, visits = 0.0, 0.0
    for i in range(count):
        mean += edges[base + i, VALUE]
        visits += edges[base + i, VISITS]
    mean = mean / visits if visits > 0.0 else value
    expected = 0.0
    for i in range(count):
        tried = edges[base + i, VISITS]
        guess = edges[base + i, VALUE] / tried if tried > 0.0 else mean
        if i == n:
            guess += (value - guess) / chance
        expected += strategy[i] * guess
        edges[base + i, REGRET] += guess
    for i in range(count):
        edges[base + i, REGRET] = max(0.0, edges[base + i, REGRET] - expected)


@rule
def nothing_to_forget(s: State) -> None:
    """For a game that doesn't say what makes a position: never called."""


def iterations(
    rules: ModuleType,
    policy: Bot | None,
    forget: Callable[..., None] | None,
    estimate: Callable[..., None] | None,
    horizon: int,
) -> Any:
    """The loop for one game. When the policy has played for `horizon` rounds, the estimate says how it would end."""
    pending, legal, apply, score = rules.pending, rules.legal, rules.apply, rules.score
    chance = getattr(rules, "chance", no_chance)
    settle = getattr(rules, "settle", nothing_to_settle)
    redeal = getattr(rules, "redeal", nothing_to_redeal)
    choices_room, outcomes_room = rules.ACTIONS, getattr(rules, "OUTCOMES", 0)
    has_policy, has_estimate = policy is not None, estimate is not None
    follow = policy or no_policy
    judge = estimate or no_estimate
    has_forget, clear = forget is not None, forget or nothing_to_forget

    def think(
        start: Any,
        room: Any,
        room_words: Any,
        masks: Any,
        sights: Any,
        made_before: Any,
        me: int,
        nodes: Any,
        edges: Any,
        actions: Any,
        used: Any,
        dials: Any,
        full: bool,
        key: int,
        last: int,
    ) -> None:
        # `room` has place for three states: the true one, what a bot may see of it, and what makes it a position;
        # `room_words` are their words.
        table, keys, firsts, counts, visits, kinds, totals = nodes
        trust = dials[TRUST] if has_policy else 0.0
        telling, places, lengths = sights
        seats = len(masks)
        s, seen = room[0], room[1]
        state_words, seen_words = room_words[0], room_words[1]
        position_words = room_words[2] if has_forget else room_words[0]
        out = np.zeros(choices_room, np.int64)
        weights = np.zeros(outcomes_room, np.int64)
        points = np.zeros(seats, np.int64)
        group_keys = np.zeros(seats, np.uint64)
        made = np.zeros(seats, np.int64)
        strategy = np.zeros(choices_room)
        path, chosen, chooser = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
        odds = np.zeros(DEEPEST)
        # There must be room for one more node with all the choices there are; whoever calls makes it, and calls again.
        while used[DONE] < last and (full or (used[NODES] < len(keys) and used[EDGES] + choices_room <= len(actions))):
            room[0] = start[0]
            stream, drawn = bot_word(key, used[DONE]), 0
            redeal(s, me, bot_word(stream, drawn))
            depth, in_tree, group, owed, choices, cut = 0, True, 0, 0, 0, whole(0)
            decided = True
            while True:
                who = whole(pending(s))
                if who == OVER:
                    break
                drawn += 1
                word = bot_word(stream, drawn)
                if who == CHANCE:
                    settle(s, draw(word, weights, chance(s, weights)))
                    continue
                choices += 1
                if choices > LONGEST or (has_estimate and not in_tree and s.round >= cut):
                    decided = False
                    break
                seat = whole(me)
                if not who >> seat & 1:
                    seat = 0
                    while not who >> seat & 1:
                        seat += 1
                count = whole(legal(s, seat, out))
                n, node, node_key, at_once = -1, -1, u64(0), False
                if in_tree:
                    if has_forget:
                        room[2] = room[0]
                        clear(room[2])
                    # Choices that are made at once: nobody knows the others' until all are made, so each seat's node is
                    # what it saw before the first of them, and what it has chosen since. The last seat owes as many as
                    # the others made.
                    alone = who & (who - 1) == 0
                    at_once = group != 0 and who & ~group == 0 and (not alone or made[seat] < owed)
                    if not at_once and not alone:
                        at_once = True
                        for other in range(seats):
                            made[other] = made_before[other] if depth == 0 else 0
                            owed = max(owed, made[other]) if other > 0 else made[other]
                            if who >> other & 1:
                                group_keys[other] = look(
                                    position_words, telling[other], places[other], lengths[other], other + seats
                                )
                    group = who if at_once else 0
                    if count > 1:
                        if at_once:
                            node_key = group_keys[seat]
                        else:
                            node_key = look(position_words, telling[seat], places[seat], lengths[seat], seat)
                        at = find(table, keys, node_key)
                        node = table[at] - 1
                        # Two positions with one key would be a wonder; or a game forgets too much.
                        if depth == DEEPEST or (full and node < 0) or (node >= 0 and counts[node] != count):
                            in_tree, node, cut = False, -1, whole(s.round) + horizon
                        elif node >= 0:
                            base = firsts[node]
                            if kinds[node] == IN_TURN:
                                n = by_bounds(edges, base, count, visits[node], totals[node], dials, trust)
                                odds[depth] = 0.0
                            else:
                                match_regrets(edges[:, REGRET], base, count, strategy)
                                n = pick(strategy, count, fraction(word))
                                if fraction(mix(word)) < dials[MIX]:
                                    n = below(mix(~word), count)
                                odds[depth] = (1.0 - dials[MIX]) * strategy[n] + dials[MIX] / count
                                for i in range(count):
                                    edges[base + i, SHARE] += visits[node] * strategy[i]  # the later, the better
                            action = whole(actions[base + n])
                            path[depth], chosen[depth], chooser[depth] = node, n, seat
                            depth += 1
                if n < 0:
                    if count == 1:
                        action = whole(out[0])
                    elif not has_policy or (not in_tree and fraction(mix(word)) < dials[WILD]):
                        action = whole(out[below(word, count)])
                    else:
                        for i in range(len(seen_words)):
                            seen_words[i] = state_words[i] & masks[seat, i]
                        action = whole(follow(seen, seat, out, count, word))
                    # A new node: what the policy chooses comes first, the others in any order.
                    if in_tree and count > 1:
                        node, base = used[NODES], used[EDGES]
                        table[at] = node + 1
                        keys[node], firsts[node], counts[node] = node_key, base, count
                        visits[node], totals[node] = 0, 0.0
                        kinds[node] = AT_ONCE if at_once else IN_TURN
                        for i in range(count):
                            actions[base + i] = out[i]
                            for column in range(4):
                                edges[base + i, column] = 0.0
                        for i in range(count - 1):
                            word = next_word(word)
                            other = i + below(word, count - i)
                            actions[base + i], actions[base + other] = actions[base + other], actions[base + i]
                        for i in range(count):
                            if actions[base + i] == action:
                                actions[base], actions[base + i] = actions[base + i], actions[base]
                                break
                        if has_policy:
                            edges[base, REGRET] = 1.0
                        used[NODES] += 1
                        used[EDGES] += count
                        path[depth], chosen[depth], chooser[depth], odds[depth] = node, 0, seat, 0.0
                        depth += 1
                        in_tree = False
                        cut = whole(s.round) + horizon
                if at_once:
                    made[seat] += 1
                    owed = max(owed, made[seat])
                    group_keys[seat] = mix(u64(group_keys[seat] + u64(action + 1)))
                apply(s, seat, action)
            total = 0
            for seat in range(seats):
                points[seat] = 0
            if decided:
                score(s, points)
            elif has_estimate and choices <= LONGEST:
                judge(s, points)
            for seat in range(seats):
                total += points[seat]
            for step in range(depth):
                node, n, seat = path[step], chosen[step], chooser[step]
                base, value = firsts[node], points[seat] / total if total > 0 else 1.0 / seats
                if odds[step] > 0.0:
                    match_regrets(edges[:, REGRET], base, counts[node], strategy)
                    learn(edges, base, counts[node], n, odds[step], value, strategy)
                edges[base + n, VISITS] += 1.0
                edges[base + n, VALUE] += value
                visits[node] += 1
                totals[node] += value
            used[DONE] += 1

    return think
