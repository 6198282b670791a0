"""The compiled loop of `search`: information-set Monte Carlo tree search from one seat's view.

Each iteration deals what the seat can't see in another way, and then *selects* a way down the tree by what earlier
iterations have found, *expands* the tree by one node, plays on with a fixed policy (the *rollout*), and
*backpropagates* what came out. A node is what the seat that chooses may see: so nobody in the tree knows more than it
would at the table, and all that stands at a node has the same choices.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from feint.bots import Bot
from feint.core.chance import below, bot_word, draw, mix, next_word
from feint.core.contract import Rules
from feint.core.rule import CHANCE, OVER, Numbers, State, rule, u64, whole
from feint.kernel.hash_table import find_slot
from feint.kernel.observation import Observations, observation_key
from feint.kernel.regret_matching import fraction, regret_matching, sample
from feint.kernel.simultaneous import continues_group

MAX_DEPTH = 256  # nodes on one way down
MAX_CHOICES = 5_000  # in one game; one that goes on for longer counts as undecided

NODES, EDGES, DONE = 0, 1, 2  # what has been used: nodes, edges, and iterations that were made

IN_TURN, AT_ONCE = 0, 1  # kinds of nodes: by confidence bounds, and by regret matching

# What is kept of a node: what came of all visits, its first edge and how many it has, how often it was visited.
NODE = np.dtype([("total", "f8"), ("first", "i4"), ("count", "i4"), ("visits", "i4"), ("kind", "i4")], align=True)
# And of an edge: how often it was tried, what came of it, its regret, and the sum of strategies.
EDGE = np.dtype([("visits", "f8"), ("value", "f8"), ("regret", "f8"), ("cumulative_strategy", "f8")])

LOGARITHMS = np.array([log(number) for number in range(1, 1 << 14)])  # of 1 and on: looked up faster than found

FIXED = -1.0  # in place of odds

# How selecting ended: at a game that is over or undecided, at a position that has no node yet, or where none is made.
GAME_OVER, UNDECIDED, NEW_NODE, LEFT_TREE = range(4)

# Numbers of one iteration that its steps pass on: random words drawn, choices made, nodes on the way down; and of the
# choice that is due: the seat, how many choices it has, the slot and the kind of its node; and the round of the cutoff.
DRAWN, CHOICES, DEPTH, SEAT, COUNT, SLOT, KIND, CUTOFF = range(8)


class Parameters(NamedTuple):
    """How `search` weighs what it finds."""

    explore: float  # how much bounds are raised for what was tried little
    widen: float  # how fast a node lets new choices in
    prior: float  # how many visits the node's mean counts for on each edge
    trust: float  # how much better than the node's mean the policy's own choice is taken to be
    epsilon: float  # how often regret matching tries any choice
    rollout_epsilon: float  # how often the rollout's policy does


class Root(NamedTuple):
    """Where a search begins: what its seat saw before the choices that are being made at once."""

    state: Any  # one packed state
    seat: int
    made: Any  # how many of these choices each seat has made; others' aren't known, so theirs are none


class Tree(NamedTuple):
    """What was found so far. Edges of a node stand together, and `actions` are their action numbers."""

    table: Any  # slots of node numbers, by their keys
    keys: Any
    nodes: Any
    edges: Any
    actions: Any
    used: Any


class Path(NamedTuple):
    """The way down of one iteration: at each depth the node, the edge that was taken, its seat, and its odds."""

    nodes: Any
    edges: Any
    seats: Any
    odds: Any  # 0 where it wasn't drawn, FIXED where nothing is learnt from it


class Scratch(NamedTuple):
    """Room for states: the true one, what a bot may see of it, and what makes it a position; and their words."""

    states: Any
    words: Any


class Buffers(NamedTuple):
    """What the steps of an iteration write into, made once for all iterations."""

    walk: Any  # numbers that steps pass on; see DRAWN and the others
    legal: Any
    weights: Any
    strategy: Any
    made: Any  # choices that each seat has made in the group of those made at once
    group_keys: Any  # the key of each seat's node in that group
    node_key: Any
    points: Any


class Task(NamedTuple):
    """A search: from where, with what each seat sees, into which tree."""

    root: Root
    seen: Observations
    tree: Tree
    parameters: Parameters
    logarithms: Any
    full: bool  # whether the tree gets no more nodes
    forced: int  # the root's edge that every iteration takes, or ANY; then others choose beside it as they did before
    frozen: bool  # whether the tree is only followed: all choose what they found best, and nothing is learnt
    outcomes: Any  # if it is frozen, what the root's seat got in each iteration; NO_END where there was none


ANY = -1  # of a task's root edges
NO_END = -1.0  # in place of a share of the point


@rule
def no_policy(s: State, seat: int, legal: Numbers, count: int, word: int) -> int:
    """For a game that brings no bots: never called."""
    return 0


@rule
def no_estimate(s: State, out: Numbers) -> None:
    """For a game that brings none: never called."""


@rule
def no_forget(s: State) -> None:
    """For a game that doesn't say what makes a position: never called."""


@rule
def select_by_bounds(
    node: Any, edges: Any, parameters: Parameters, trust: float, logarithms: Numbers, out: Numbers, at: int
) -> None:
    """The edge with the highest upper confidence bound (UCB); new ones are let in one by one, as visits add up.

    A few results say little: each edge is judged as if it had been tried some more times, with what is usual at this
    node; the first, which is the policy's own choice, with a little more than that. The best so far is kept in memory,
    in `out`: so the processor speculates past the comparison, and needn't wait for the last bound.
    """
    visits, count, first = whole(node.visits), whole(node.count), whole(node.first)
    if parameters.widen * parameters.widen * visits < count * count:  # else there is room for all
        count = min(count, 1 + int(parameters.widen * sqrt(visits)))
    logarithm = logarithms[visits] if visits < len(logarithms) else log(visits + 1.0)
    highest, usual = -1.0, node.total / visits
    out[at] = 0
    for n in range(count):
        tried = edges[first + n].visits + parameters.prior
        if tried == 0.0:
            out[at] = n
            return
        value = edges[first + n].value + parameters.prior * (usual + trust if n == 0 else usual)
        bound = value / tried + parameters.explore * sqrt(logarithm / tried)
        if bound > highest:
            out[at], highest = n, bound


@rule
def follow_tree(node: Any, edges: Any, strategy: Numbers, at: float) -> int:
    """The edge to take where nothing is tried any more, drawn from the average strategy, or by visits.

    Always to take the most visited one would make the value jump whenever two edges change places, and gives an
    opponent a choice that it can count on. The cube of visits leaves hardly anything of what was only tried, and has
    edges that are about as good share what comes.
    """
    first, count, total = whole(node.first), whole(node.count), 0.0
    for n in range(count):
        edge = edges[first + n]
        strategy[n] = edge.visits * edge.visits * edge.visits if node.kind == IN_TURN else edge.cumulative_strategy
        total += strategy[n]
    for n in range(count):
        strategy[n] = strategy[n] / total if total > 0.0 else 1.0 / count
    return sample(strategy, count, at)


@rule
def update_regrets(edges: Any, base: int, count: int, n: int, odds: float, value: float, strategy: Numbers) -> None:
    """Regret matching's update from one visit: what each choice might have brought, beside what the strategy brings.

    What is known of a choice so far stands for what it would have brought, and the one that was made is corrected by
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
            guess += (value - guess) / odds
        expected += strategy[i] * guess
        edge.regret += guess
    for i in range(count):
        edges[base + i].regret = max(0.0, edges[base + i].regret - expected)


@rule
def backpropagate(tree: Tree, path: Path, depth: int, points: Numbers, strategy: Numbers) -> None:
    """Note on the way back up what each seat got."""
    seats, total = len(points), 0
    for seat in range(seats):
        total += points[seat]
    regrets = tree.edges.regret
    for step in range(depth):
        if path.odds[step] == FIXED:
            continue
        node, n, seat = tree.nodes[path.nodes[step]], path.edges[step], path.seats[step]
        base, value = whole(node.first), points[seat] / total if total > 0 else 1.0 / seats
        if path.odds[step] > 0.0:
            regret_matching(regrets, base, node.count, strategy)
            update_regrets(tree.edges, base, node.count, n, path.odds[step], value, strategy)
        tree.edges[base + n].visits += 1.0
        tree.edges[base + n].value += value
        node.visits += 1
        node.total += value


@rule
def has_been_at(path: Path, depth: int, number: int) -> bool:
    """Whether the way down came by a node before: then the game may go round in circles."""
    step = 0
    while step < depth and path.nodes[step] != number:
        step += 1
    return step < depth


@rule
def chooser(who: int, me: int) -> int:
    """The seat that is asked, of several: this search's own first, then in order."""
    seat = whole(me)
    if not who >> seat & 1:
        seat = 0
        while not who >> seat & 1:
            seat += 1
    return seat


def make_search(
    rules: Rules,
    policy: Bot | None,
    forget: Callable[..., None] | None,
    estimate: Callable[..., None] | None,
    horizon: int,
) -> Callable[..., Any]:
    """The loop for one game. When the policy has played for `horizon` rounds, the estimate says how it would end."""
    has_policy, has_estimate, has_forget = policy is not None, estimate is not None, forget is not None
    follow, judge, clear = policy or no_policy, estimate or no_estimate, forget or no_forget

    @rule
    def policy_choice(
        scratch: Scratch, masks: Any, seat: int, out: Numbers, count: int, word: int, epsilon: float
    ) -> int:
        """What the policy chooses, which sees what its seat sees; now and then, or without one, any choice."""
        if not has_policy or (epsilon > 0.0 and fraction(mix(word)) < epsilon):
            return whole(out[below(word, count)])
        for i in range(scratch.words.shape[1]):
            scratch.words[1, i] = scratch.words[0, i] & masks[seat, i]
        return whole(follow(scratch.states[1], seat, out, count, word))

    @rule
    def next_to_choose(s: State, walk: Numbers, stream: int, weights: Numbers) -> int:
        """Let chance happen until seats owe a choice, as a bit mask, or it is OVER; each step has its own word."""
        while True:
            who = whole(rules.pending(s))
            if who == OVER:
                return OVER
            walk[DRAWN] += 1
            if who != CHANCE:
                walk[CHOICES] += 1
                return who
            rules.settle(s, draw(bot_word(stream, walk[DRAWN]), weights, rules.chance(s, weights)))

    @rule
    def select(task: Task, scratch: Scratch, path: Path, buffers: Buffers, stream: int) -> int:
        """Play down the tree, as far as it goes."""
        root, seen, tree, parameters, logarithms, full, forced, frozen, _ = task
        walk, out, weights, strategy, made, group_keys, key, _ = buffers
        s, seats, trust = scratch.states[0], len(made), parameters.trust if has_policy else 0.0
        position = scratch.words[2] if has_forget else scratch.words[0]
        regrets, group, most_made, first_group = tree.edges.regret, 0, 0, True
        while True:
            who = next_to_choose(s, walk, stream, weights)
            if who == OVER:
                return GAME_OVER
            word = bot_word(stream, walk[DRAWN])
            if walk[CHOICES] > MAX_CHOICES:
                return UNDECIDED
            seat, depth = chooser(who, root.seat), walk[DEPTH]
            count = whole(rules.legal(s, seat, out))
            if has_forget:
                scratch.states[2] = scratch.states[0]
                clear(scratch.states[2])
            # In a group of choices made at once each seat's node is what it saw before the first of them, and what it
            # has chosen since.
            at_once = continues_group(group, who, made[seat], most_made)
            first_group = first_group and (at_once or depth == 0)
            if not at_once and who & (who - 1) != 0:
                at_once = True
                for other in range(seats):
                    made[other] = root.made[other] if depth == 0 else 0
                    most_made = max(most_made, made[other]) if other > 0 else made[other]
                    if who >> other & 1:
                        group_keys[other] = observation_key(
                            position, seen.changing[other], seen.places[other], seen.pairs[other], other + seats
                        )
            group = who if at_once else 0
            action = whole(out[0])
            if count > 1:
                key[0] = (
                    group_keys[seat]
                    if at_once
                    else observation_key(position, seen.changing[seat], seen.places[seat], seen.pairs[seat], seat)
                )
                slot = find_slot(tree.table, tree.keys, key)
                number = whole(tree.table[slot]) - 1
                walk[SEAT], walk[COUNT], walk[SLOT], walk[KIND] = seat, count, slot, AT_ONCE if at_once else IN_TURN
                # A node with another number of choices has the same key by chance, or since a game forgets too much.
                if depth == MAX_DEPTH or (full and number < 0) or (number >= 0 and tree.nodes[number].count != count):
                    return LEFT_TREE
                if number < 0:
                    return NEW_NODE
                if frozen and not has_policy and has_been_at(path, depth, number):
                    return UNDECIDED
                base = whole(tree.nodes[number].first)
                # Others don't know which edge is forced, so they don't learn from it before they can see it.
                if frozen or (forced != ANY and first_group and (depth == 0 or seat != root.seat)):
                    path.edges[depth] = follow_tree(tree.nodes[number], tree.edges, strategy, fraction(word))
                    if depth == 0 and forced != ANY:
                        path.edges[depth] = forced
                    path.odds[depth] = FIXED
                elif tree.nodes[number].kind == IN_TURN:
                    select_by_bounds(tree.nodes[number], tree.edges, parameters, trust, logarithms, path.edges, depth)
                    path.odds[depth] = 0.0
                else:
                    regret_matching(regrets, base, count, strategy)
                    n = sample(strategy, count, fraction(word))
                    if fraction(mix(word)) < parameters.epsilon:
                        n = below(mix(~word), count)
                    path.edges[depth] = n
                    path.odds[depth] = (1.0 - parameters.epsilon) * strategy[n] + parameters.epsilon / count
                    for i in range(count):  # the later a strategy, the more it weighs
                        tree.edges[base + i].cumulative_strategy += tree.nodes[number].visits * strategy[i]
                action = whole(tree.actions[base + path.edges[depth]])
                path.nodes[depth], path.seats[depth] = number, seat
                walk[DEPTH] += 1
            if at_once:
                made[seat] += 1
                most_made = max(most_made, made[seat])
                group_keys[seat] = mix(u64(group_keys[seat] + u64(action + 1)))
            rules.apply(s, seat, action)

    @rule
    def expand(tree: Tree, path: Path, buffers: Buffers, action: int, word: int) -> None:
        """Add a node for the choice that is due: the policy's own comes first, the others in any order."""
        walk, out, key = buffers.walk, buffers.legal, buffers.node_key
        number, base, count, depth = tree.used[NODES], tree.used[EDGES], walk[COUNT], walk[DEPTH]
        tree.table[walk[SLOT]] = number + 1
        tree.keys[number, 0] = key[0]
        node, actions = tree.nodes[number], tree.actions
        node.first, node.count, node.kind = base, count, walk[KIND]
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
            tree.edges[base].regret = 1.0
        tree.used[NODES] += 1
        tree.used[EDGES] += count
        path.nodes[depth], path.edges[depth], path.seats[depth], path.odds[depth] = number, 0, walk[SEAT], 0.0
        walk[DEPTH] += 1

    @rule
    def rollout(task: Task, scratch: Scratch, buffers: Buffers, stream: int) -> bool:
        """Play on with the policy; whether the game was decided, and didn't go on for too long."""
        s, walk, out, weights = scratch.states[0], buffers.walk, buffers.legal, buffers.weights
        while True:
            who = next_to_choose(s, walk, stream, weights)
            if who == OVER:
                return True
            word = bot_word(stream, walk[DRAWN])
            if walk[CHOICES] > MAX_CHOICES or (has_estimate and s.round >= walk[CUTOFF]):
                return False
            seat = chooser(who, task.root.seat)
            count = whole(rules.legal(s, seat, out))
            action = whole(out[0])
            if count > 1:
                action = policy_choice(
                    scratch, task.seen.masks, seat, out, count, word, task.parameters.rollout_epsilon
                )
            rules.apply(s, seat, action)

    def search(task: Task, scratch: Scratch, key: int, last: int) -> None:
        root, tree, masks, used = task.root, task.tree, task.seen.masks, task.tree.used
        seats, s, begun = len(masks), scratch.states[0], used[DONE]
        walk, points = np.zeros(8, np.int64), np.zeros(seats, np.int64)
        buffers = Buffers(
            walk=walk,
            legal=np.zeros(rules.ACTIONS, np.int64),
            weights=np.zeros(rules.OUTCOMES, np.int64),
            strategy=np.zeros(rules.ACTIONS),
            made=np.zeros(seats, np.int64),
            group_keys=np.zeros(seats, np.uint64),
            node_key=np.zeros(1, np.uint64),
            points=points,
        )
        depths = np.zeros((3, MAX_DEPTH), np.int64)
        path = Path(depths[0], depths[1], depths[2], np.zeros(MAX_DEPTH))
        # There must be room for one more node with all the choices there are; whoever calls makes it, and calls again.
        while used[DONE] < last and (
            task.full or (used[NODES] < len(tree.nodes) and used[EDGES] + rules.ACTIONS <= len(tree.actions))
        ):
            scratch.states[0] = root.state[0]
            stream = bot_word(key, used[DONE])
            walk[DRAWN] = walk[CHOICES] = walk[DEPTH] = 0
            rules.redeal(s, root.seat, bot_word(stream, 0))
            came_to = select(task, scratch, path, buffers, stream)
            decided = came_to == GAME_OVER
            if came_to in (NEW_NODE, LEFT_TREE):
                word, epsilon = bot_word(stream, walk[DRAWN]), 0.0
                if came_to == LEFT_TREE:
                    epsilon = task.parameters.rollout_epsilon
                action = policy_choice(scratch, masks, walk[SEAT], buffers.legal, walk[COUNT], word, epsilon)
                if came_to == NEW_NODE:
                    expand(tree, path, buffers, action, word)
                walk[CUTOFF] = whole(s.round) + horizon
                rules.apply(s, walk[SEAT], action)
                decided = rollout(task, scratch, buffers, stream) and (has_policy or not task.frozen)
            for seat in range(seats):
                points[seat] = 0
            if decided:
                rules.score(s, points)
            elif has_estimate and walk[CHOICES] <= MAX_CHOICES:
                judge(s, points)
            backpropagate(tree, path, walk[DEPTH], points, buffers.strategy)
            if task.frozen:
                total = 0
                for seat in range(seats):
                    total += points[seat]
                task.outcomes[used[DONE] - begun] = (
                    NO_END if not (decided or has_estimate) else points[root.seat] / total if total > 0 else 1.0 / seats
                )
            used[DONE] += 1

    return search
