"""The games in OpenSpiel. After `import feint.bridges.open_spiel` each can be loaded by name, rulings as parameters:

    pyspiel.load_game("feint_tower_siege(track=facing,turn_limit=50)")

`register` does the same for a game's folder anywhere. Where several seats choose at once OpenSpiel is told so; with
`in_turns=True` they are asked one after the other, and none sees what another chose. What a state shows a player comes
from what the schema lets that seat see; its history, its text and its serialised form are the authority's own, and hold
every secret.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from feint.bridges import utility
from feint.bridges.history import DICE, NOBODY, PUBLIC, TOGETHER, CappedGame, History, InfoState
from feint.core.errors import BadRuling, FeintError
from feint.core.extras import require_extra
from feint.core.game import Game, game_names, load
from feint.core.prompter import View
from feint.core.rulings import Ruling, Value

pyspiel = require_extra("pyspiel", "open-spiel")

MOST_NUMBERS = 2**14  # of an information state's tensor, unless told how many steps it has to hold

MAX_LENGTH = "max_length"  # the parameters that aren't rulings: choices after which a match ends undecided,
RECALL = "recall"  # steps that an information state's tensor holds, the last ones; 0: as many as there is room for,
IN_TURNS = "in_turns"  # whether seats that choose at once are asked one after the other
PARAMETERS = {MAX_LENGTH: 0, RECALL: 0, IN_TURNS: False}

_folders: dict[str, Path] = {}  # of the games registered so far


def table_of(game: Game, max_length: int = 0, recall: int = 0, in_turns: bool = False) -> CappedGame:
    """A game ready to be played."""
    return CappedGame.of(game, max_length, recall, MOST_NUMBERS, in_turns)


def register(folder: str | Path) -> str:
    """Make a game known to OpenSpiel: one on the shelf by its name, any other by its folder. What it is called there.

    A game on the shelf has been registered already.
    """
    game = load(folder)
    name = f"feint_{game.folder.name}"
    if _folders.setdefault(name, game.folder) != game.folder:
        raise FeintError(f"there is another game called {name}, in {_folders[name]}; a folder of another name will do")
    settled = game.for_simulation()
    parameters = _parameters(settled)
    # A class of its own, since OpenSpiel lets go of what makes a game only after Python has ended: that must not be the
    # last to hold it, and a class holds itself.
    kind = type(settled.title, (SpielGame,), {"folder": game.folder, "parameters": parameters})
    pyspiel.register_game(_type(settled, table_of(settled), parameters), kind)
    return name


def _parameters(game: Game) -> dict[str, Any]:
    """A game's rulings and data files as OpenSpiel's parameters, with what they are unless given.

    A choice is a text, a dial a number; for a dial that can be off, 0 is off, as it is for the rules. A data file is
    its path, or nothing for the game's own.
    """
    rulings = {name: _given(game.all_rulings[name], value) for name, value in game.rulings.items()}
    return rulings | dict.fromkeys(game.files, "") | PARAMETERS


def _given(ruling: Ruling, value: Value) -> str | int:
    if ruling.choices or ruling.by_seat:
        return str(value)
    return value if isinstance(value, int) else 0


def _game(folder: Path, given: dict[str, Any]) -> Game:
    """The game under the rulings that OpenSpiel was given."""
    plain = load(folder)
    values = {name: value for name, value in given.items() if name not in PARAMETERS and value != ""}
    for name, ruling in plain.all_rulings.items():
        if ruling.may_be_none and values[name] == 0:
            values[name] = None
    return load(folder, **values)


def _type(game: Game, table: CappedGame, parameters: dict[str, Any]) -> Any:
    kinds = pyspiel.GameType
    players = game.all_rulings.get(game.about.get("seats_by", ""))
    secrets = game.at_once or game.schema.secret
    at_once = game.at_once and not table.in_turns
    return kinds(
        short_name=f"feint_{game.folder.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players.high if players else len(game.seats),
        min_num_players=players.low if players else len(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """One game under one set of rulings, as OpenSpiel knows games. Each game on the shelf has a class like this."""

    folder: Path
    parameters: dict[str, Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = self.parameters | (params or {})
        game, length, recall = _game(self.folder, given), given[MAX_LENGTH], given[RECALL]
        if length < 0:
            raise BadRuling(
                f"{MAX_LENGTH}={length} is too small: it can be a number from 1, or 0 for the game's own limit"
            )
        if recall < 0:
            raise BadRuling(
                f"{RECALL}={recall} is too small: it can be a number of steps, or 0 for what there is room for"
            )
        self.table = table_of(game, length, recall, given[IN_TURNS])
        self.first = self.table.begin()
        seats = len(game.seats)
        information = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=self.table.outcomes,
            num_players=seats,
            min_utility=float(utility(Fraction(0), seats)),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.table.choices * (seats if game.at_once and self.table.in_turns else 1),
        )
        super().__init__(_type(game, self.table, self.parameters), information, given)

    def new_initial_state(self) -> "SpielState":
        """The state before anything has happened."""
        return SpielState(self)

    def state_seen(self, view: View, sampler: Callable[[], float] = random.random) -> "SpielState":
        """A state that looks like this view to its seat: `match.view("P1")`, or what a network table shows.

        What the seat can't see is drawn by numbers from 0 to 1, and what it remembers begins here.
        """
        state = SpielState(self)
        state._line = self.table.seen(view, random_word(sampler))
        return state

    def max_chance_nodes_in_history(self) -> int:
        """The most outcomes of chance in one match."""
        return self.table.draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """What looks at states for a player. It observes all that its seat sees; there is nothing that shows a part."""
        if params:
            raise FeintError(f"an observer takes no parameters, but was given {', '.join(params)}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.table, wanted.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A state as OpenSpiel knows states. Copies share their line of play, which never changes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._line: History | None = game.first

    @property
    def line(self) -> History:
        """What was played. A state that was read back plays its history again."""
        if self._line is None:
            self._line = self.get_game().table.played(self.history())
        return self._line

    def memory(self, player: int) -> InfoState:
        """All that a player has seen and chosen; or PUBLIC, what all have."""
        line = self.line
        if player not in line.memories:
            if not self.move_number():  # a beginning of its own: other matches may have no need to remember
                earlier, line = line.memories, line.table.begin()
                line.memories |= earlier
                self._line = line
            line.memories[player] = line.table.played(self.history(), player).memories[player]
        return line.memories[player]

    def current_player(self) -> int:
        """Whose choice it is: a player, chance, several at once, or nobody's."""
        return self.line.who

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.line.who == NOBODY

    # OpenSpiel could do without these three, but finds out by asking several times who is next.

    def is_chance_node(self) -> bool:
        """Whether an outcome is due."""
        return self.line.who == DICE

    def is_simultaneous_node(self) -> bool:
        """Whether several choose at once."""
        return self.line.who == TOGETHER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The choices of a player, or of the one whose choice it is; or the outcomes that can come."""
        line = self.line
        if line.who == DICE:
            return [outcome for outcome, _ in line.chance()]
        return list(line.legal(line.who if player is None else player))

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can come, and how likely each is."""
        return self.line.chance()

    def _apply_action(self, action: int) -> None:
        self._line = self.line.after(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self._line = self.line.joined(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        line = self.line
        if player == DICE:
            return str(line.table.game.words.outcome(line.view(None), action))
        return str(line.table.game.words.choice(line.view(player if player >= 0 else None), action))

    def returns(self) -> list[float]:
        """What it is worth to each player: from -1 to 1, adding up to 0."""
        return self.line.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that a player can't tell from this one, drawn by numbers from 0 to 1.

        It begins here: it has no history from before. What the other players remember is what all have seen, and what
        they hold now.
        """
        self.memory(player), self.memory(PUBLIC)
        twin = SpielState(self.get_game())
        twin._line = self.line.redealt(player, random_word(sampler))
        return twin

    def __str__(self) -> str:
        """All there is to know: what was played, by number, and the whole state. It is for nobody who plays."""
        line = self.line
        whole = line.table.game.schema.see(line.state, None, over=True)
        return f"played {self.history_str()}: " + " ".join(f"{name}={value}" for name, value in whole.items())


def random_word(sampler: Callable[[], float]) -> int:
    """64 random bits out of numbers from 0 to 1."""
    return int(sampler() * 2**32) << 32 | int(sampler() * 2**32)


class Observer:
    """What a player sees now, or all that it has seen and chosen so far, as text and as features."""

    def __init__(self, table: CappedGame, perfect_recall: bool) -> None:
        self.perfect_recall, self._game = perfect_recall, table.game
        self._features = table.features
        self.dict: dict[str, Any] = {}
        seen = len(self._features.names)
        pieces: dict[str, tuple[int, ...]] = {"player": (len(table.game.seats),), "seen": (seen,)}
        if perfect_recall:
            pieces |= {"seen": (table.recall, seen), "chosen": (table.recall,)}
        sizes = [int(np.prod(shape)) for shape in pieces.values()]
        self.tensor: Any = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        for (name, shape), end, size in zip(pieces.items(), ends, sizes, strict=True):
            self.dict[name] = self.tensor[end - size : end].reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`, of which the arrays in `dict` are parts."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if not self.perfect_recall:
            self.dict["seen"][:] = self._features.of(state.line.state, player)
            return
        for row, (choice, seen, viewer) in enumerate(state.memory(player).steps):
            shown = seen if viewer == player else self._game.schema.public(seen)
            self.dict["seen"][row] = self._features.of(shown, player)
            self.dict["chosen"][row] = choice / self._game.rules.ACTIONS

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text, of all steps."""
        return state.memory(player).text if self.perfect_recall else state.line.seen_text(player)


for _name in game_names():
    register(_name)
