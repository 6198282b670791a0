"""The compiled loop of `search`: games played from one seat's view, through a tree of information sets that grows.

Each iteration deals anew what the seat can't see, walks down by what earlier ones have found, adds one node, plays on
with a fixed policy to the end, and notes on the way back what came out. A node is what the seat that chooses may see:
so nobody in the tree knows more than it would at the table, and all that stands at a node has the same choices.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from feint.bots import Bot
from feint.core.chance import below, bot_word, draw, mix, next_word, rotate
from feint.core.contract import Rules
from feint.core.rule import CHANCE, OVER, Numbers, State, rule, u64, whole
from feint.solve.mccfr import fraction, match_regrets, pick

DEEPEST = 256  # nodes on one walk
LONGEST = 5_000  # choices in one game; one that goes on for longer counts as undecided

NODES, EDGES, DONE = 0, 1, 2  # what has been used: nodes, edges, and iterations that were made
EXPLORE, WIDEN, PRIOR, TRUST, MIX, WILD = range(6)  # the dials, see `feint.bots.search`

IN_TURN, AT_ONCE = 0, 1  # kinds of nodes: by confidence bounds, and by regret matching

# What is kept of a node: the key of what is seen there, what came of all visits, its first edge and how many it has.
NODE = np.dtype(
    [("key", "u8"), ("total", "f8"), ("first", "i4"), ("count", "i4"), ("visits", "i4"), ("kind", "i4")], align=True
)
# And of an edge: how often it was tried, what came of it, its regret, and the sum of strategies.
EDGE = np.dtype([("visits", "f8"), ("value", "f8"), ("regret", "f8"), ("share", "f8")])

LOGARITHMS = np.array([log(number) for number in range(1, 1 << 14)])  # of 1 and on: looked up faster than found


@rule
def no_estimate(s: State, out: Numbers) -> None:
    """For a game that brings none: never called."""


@rule
def no_policy(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """For a game that brings no bots: never called."""
    return 0


@rule
def look(words: Numbers, masks: Numbers, places: Numbers, seat: int, pairs: int, salt: int) -> int:
    """A key of what a seat sees: `places` are the words that can differ and that it sees some of, two and two."""
    one, two = mix(u64(salt + 1)), u64(0xD1342543DE82EF95)
    for pair in range(pairs):  # two chains, since each has to wait for its own multiplications
        at, after = places[seat, 2 * pair], places[seat, 2 * pair + 1]
        one = u64(u64(one ^ u64(words[at] & masks[seat, at])) * u64(0xBF58476D1CE4E5B9))
        two = u64(u64(two ^ u64(words[after] & masks[seat, after])) * u64(0x94D049BB133111EB))
        one ^= one >> u64(29)
        two ^= two >> u64(31)
    return mix(one ^ rotate(two, 32))


@rule
def find(table: Numbers, nodes: Any, key: int) -> int:
    """Where a key stands in the table, from 1; or the empty place that it belongs in."""
    last = len(table) - 1  # a power of 2, less 1
    at = whole(u64(key) & u64(last))
    while table[at] and nodes[table[at] - 1].key != key:
        at = (at + 1) & last
    return at


@rule
def by_bounds(node: Any, edges: Any, dials: Numbers, trust: float, logarithms: Numbers, out: Numbers, at: int) -> None:
    """Finds the edge with the highest upper confidence bound; new ones are let in one by one, as visits add up.

    A few results say little: each edge is judged as if it had been tried some more times, with what is usual at this
    node; the first, which is the policy's own choice, with a little more than that. What is best so far is written to
    `out`, not kept in a variable: so the processor plays on with what it expects, and needn't wait for the last bound.
    """
    visits, count, first = whole(node.visits), whole(node.count), whole(node.first)
    if dials[WIDEN] * dials[WIDEN] * visits < count * count:  # else there is room for all
        count = min(count, 1 + whole(dials[WIDEN] * sqrt(visits)))
    logarithm = logarithms[visits] if visits < len(logarithms) else log(visits + 1.0)
    highest, usual = -1.0, node.total / visits
    out[at] = 0
    for n in range(count):
        tried = edges[first + n].visits + dials[PRIOR]
        if tried == 0.0:
            out[at] = n
            return
        value = edges[first + n].value + dials[PRIOR] * (usual + trust if n == 0 else usual)
        bound = value / tried + dials[EXPLORE] * sqrt(logarithm / tried)
        if bound > highest:
            out[at], highest = n, bound


@rule
def learn(edges: Any, base: int, count: int, n: int, chance: float, value: float, strategy: Numbers) -> None:
    """Regret matching's lesson from one visit: what each choice might have brought, beside what the strategy brings.

    What is known of a choice so far stands for what it would have brought, and the one that was made is set right by
    as much as it was rarely made: so the estimate is right on average, and varies little.
    """
    mean, visits = 0.0, 0.0
    for i in range(count):
        mean += edges[base + i].value
        visits += edges[base + i].visits
    mean = mean / visits if visits > 0.0 else value
    expected = 0.0
    for i in range(count):
        edge = edges[base + i]
        guess = edge.value / edge.visits if edge.visits > 0.0 else mean
        if i == n:
            guess += (value - guess) / chance
        expected += strategy[i] * guess
        edge.regret += guess
    for i in range(count):
        edges[base + i].regret = max(0.0, edges[base + i].regret - expected)


@rule
def nothing_to_forget(s: State) -> None:
    """For a game that doesn't say what makes a position: never called."""


def iterations(
    rules: Rules,
    policy: Bot | None,
    forget: Callable[..., None] | None,
    estimate: Callable[..., None] | None,
    horizon: int,
) -> Any:
    """The loop for one game. When the policy has played for `horizon` rounds, the estimate says how it would end."""
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
        table: Any,
        nodes: Any,
        edges: Any,
        actions: Any,
        used: Any,
        dials: Any,
        logarithms: Any,
        full: bool,
        key: int,
        last: int,
    ) -> None:
        # `room` has place for three states: the true one, what a bot may see of it, and what makes it a position;
        # `room_words` are their words.
        trust = dials[TRUST] if has_policy else 0.0
        telling, places, pairs = sights
        seats = len(masks)
        s, seen = room[0], room[1]
        state_words, seen_words = room_words[0], room_words[1]
        position_words = room_words[2] if has_forget else room_words[0]
        out = np.zeros(rules.ACTIONS, np.int64)
        weights = np.zeros(rules.OUTCOMES, np.int64)
        points = np.zeros(seats, np.int64)
        group_keys = np.zeros(seats, np.uint64)
        made = np.zeros(seats, np.int64)
        strategy = np.zeros(rules.ACTIONS)
        path, chosen, chooser = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
        odds = np.zeros(DEEPEST)
        regrets = edges.regret
        # There must be room for one more node with all the choices there are; whoever calls makes it, and calls again.
        while used[DONE] < last and (
            full or (used[NODES] < len(nodes) and used[EDGES] + rules.ACTIONS <= len(actions))
        ):
            room[0] = start[0]
            stream, drawn = bot_word(key, used[DONE]), 0
            rules.redeal(s, me, bot_word(stream, drawn))
            depth, in_tree, group, owed, choices, cut = 0, True, 0, 0, 0, whole(0)
            decided = True
            while True:
                who = whole(rules.pending(s))
                if who == OVER:
                    break
                drawn += 1
                word = bot_word(stream, drawn)
                if who == CHANCE:
                    rules.settle(s, draw(word, weights, rules.chance(s, weights)))
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
                count = whole(rules.legal(s, seat, out))
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
                                    position_words, telling, places, other, pairs[other], other + seats
                                )
                    group = who if at_once else 0
                    if count > 1:
                        if at_once:
                            node_key = group_keys[seat]
                        else:
                            node_key = look(position_words, telling, places, seat, pairs[seat], seat)
                        at = find(table, nodes, node_key)
                        node = table[at] - 1
                        # Two positions with one key would be a wonder; or a game forgets too much.
                        if depth == DEEPEST or (full and node < 0) or (node >= 0 and nodes[node].count != count):
                            in_tree, node, cut = False, -1, whole(s.round) + horizon
                        elif node >= 0:
                            base = whole(nodes[node].first)
                            if nodes[node].kind == IN_TURN:
                                by_bounds(nodes[node], edges, dials, trust, logarithms, chosen, depth)
                                n = whole(chosen[depth])
                                odds[depth] = 0.0
                            else:
                                match_regrets(regrets, base, count, strategy)
                                n = pick(strategy, count, fraction(word))
                                if fraction(mix(word)) < dials[MIX]:
                                    n = below(mix(~word), count)
                                odds[depth] = (1.0 - dials[MIX]) * strategy[n] + dials[MIX] / count
                                for i in range(count):
                                    edges[base + i].share += nodes[node].visits * strategy[i]  # the later, the better
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
                        new = nodes[node]
                        new.key, new.first, new.count = node_key, base, count
                        new.kind = AT_ONCE if at_once else IN_TURN
                        for i in range(count):
                            actions[base + i] = out[i]
                        for i in range(count - 1):
                            word = next_word(word)
                            other = i + below(word, count - i)
                            actions[base + i], actions[base + other] = actions[base + other], actions[base + i]
                        for i in range(count):
                            if actions[base + i] == action:
                                actions[base], actions[base + i] = actions[base + i], actions[base]
                                break
                        if has_policy:
                            edges[base].regret = 1.0
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
                rules.apply(s, seat, action)
            total = 0
            for seat in range(seats):
                points[seat] = 0
            if decided:
                rules.score(s, points)
            elif has_estimate and choices <= LONGEST:
                judge(s, points)
            for seat in range(seats):
                total += points[seat]
            for step in range(depth):
                visited, n, seat = nodes[path[step]], chosen[step], chooser[step]
                base, value = whole(visited.first), points[seat] / total if total > 0 else 1.0 / seats
                if odds[step] > 0.0:
                    match_regrets(regrets, base, visited.count, strategy)
                    learn(edges, base, visited.count, n, odds[step], value, strategy)
                edges[base + n].visits += 1.0
                edges[base + n].value += value
                visited.visits += 1
                visited.total += value
            used[DONE] += 1

    return think
