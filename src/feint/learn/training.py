"""A training run: self-play on one device, in a folder that keeps where it is, so that it can go on after a kill."""

import csv
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import torch

from feint.bots import bots_of
from feint.bots.known_weights import SUFFIX
from feint.bridges.batch import batch
from feint.core.errors import FeintError
from feint.core.files import make_folder, write_atomically
from feint.core.game import Game
from feint.core.rulings import text_of
from feint.lab.charts import Curves
from feint.lab.drawing import draw
from feint.learn.evaluation import Strength, strength
from feint.learn.export import weights_of
from feint.learn.network import PolicyNetwork
from feint.learn.ppo import Learning, update
from feint.learn.rollout import Arena, Rollout, advantages

CHECKPOINT, CURVE, PICTURE, ABOUT = "checkpoint.pt", "curve.csv", "curve.svg", "training.json"
SHARE = "share against "


@dataclass(frozen=True)
class Plan:
    """What is trained, and how."""

    minutes: float
    games: int = 1024  # side by side
    steps: int = 32  # choices in each before the network learns from them
    hidden: tuple[int, ...] = (256, 256)
    opponents: tuple[str, ...] = ()  # bots of the game
    against_bots: float = 0.2  # share of the games
    against_older: float = 0.2  # share of the games against itself as it was
    pool: int = 8  # how many older ones are kept
    memory: float = 0.98  # how much of the average of all networks so far stays with each update
    learning: Learning = field(default_factory=Learning)
    seed: int = 1
    save_every: float = 60.0  # seconds
    evaluation_games: int = 1024

    def changed(self, settings: dict[str, str]) -> "Plan":
        """The same with other numbers, by their names here or in `Learning`."""
        own, learning = ({one.name for one in fields(kind)} for kind in (Plan, Learning))
        simple = own - {"learning", "opponents", "minutes", "seed"}
        for name in settings.keys() - simple - learning:
            raise FeintError(f"there is no setting {name}; there are {', '.join(sorted(simple | learning))}")
        values = {
            name: _number(name, text, getattr(self if name in own else self.learning, name))
            for name, text in settings.items()
        }
        found = replace(self.learning, **{name: value for name, value in values.items() if name in learning})
        return replace(self, learning=found, **{name: value for name, value in values.items() if name in own})


def _number(name: str, text: str, usual: Any) -> Any:
    """A setting's value: a number, or several with commas between."""
    kind = type(usual[0] if isinstance(usual, tuple) else usual)
    try:
        found = tuple(kind(part) for part in text.split(","))
        if min(found) < 0 or not (name == "hidden" or len(found) == (len(usual) if isinstance(usual, tuple) else 1)):
            raise ValueError
    except ValueError:
        like = text_of(usual) if not isinstance(usual, tuple) else ",".join(map(str, usual))
        raise FeintError(f"{name}={text} can't be; it is written like {name}={like}") from None
    return found if isinstance(usual, tuple) else found[0]


def usual_plan(game: Game, minutes: float, device: str, seed: int) -> Plan:
    """How a game is learned if nobody says otherwise: on a GPU with far more games side by side."""
    opponents = tuple(name for name in bots_of(game) if name != "random")
    if device == "cpu":
        return Plan(minutes, opponents=opponents, seed=seed)
    learning = Learning(samples=65_536)
    return Plan(minutes, 32_768, opponents=opponents, learning=learning, seed=seed, evaluation_games=8192)


class Training:
    """One run in its folder."""

    def __init__(self, game: Game, plan: Plan, device: str, folder: Path) -> None:
        self.game, self.plan, self.folder = game.for_simulation(), plan, folder
        self.device = torch.device(device)
        torch.manual_seed(plan.seed)
        self.generator = torch.Generator(self.device).manual_seed(plan.seed)
        self.updates, self.choices, self.seconds = 0, 0, 0.0  # seconds of learning, without looking how strong it is
        self.curve: list[dict[str, Any]] = []
        self.pool: list[dict[str, Any]] = []
        self.shares: dict[str, Strength] = {}  # of the point against bots, when that was last looked at
        make_folder(folder)
        state = self._saved()
        self.arenas = self._arenas()
        features = len(self.arenas[0].games.names)
        self.network = PolicyNetwork(features, self.game.rules.ACTIONS, plan.hidden).to(self.device)
        self.older = PolicyNetwork(features, self.game.rules.ACTIONS, plan.hidden).to(self.device)
        # What comes out: it gives away less than any single one, since learning runs in circles around it.
        self.average = PolicyNetwork(features, self.game.rules.ACTIONS, plan.hidden).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        if state is not None:
            self._go_on(state)

    def _arenas(self) -> list[Arena]:
        # A run that goes on plays other games than it has seen.
        plan, seed = self.plan, self.plan.seed * 1_000_003 + self.updates * 10_000_019
        on_bots = int(plan.games * plan.against_bots) // max(1, len(plan.opponents)) if plan.opponents else 0
        alone = plan.games - on_bots * len(plan.opponents)
        made = []
        if alone:
            games = batch(self.game, alone, device=self.device.type, seed=seed)
            made.append(Arena(games, self.device, min(alone, int(plan.games * plan.against_older))))
        for number, bot in enumerate(plan.opponents, 1) if on_bots else ():
            games = batch(self.game, on_bots, bot, "random", device=self.device.type, seed=seed + number * 500_009)
            made.append(Arena(games, self.device))
        return made

    def run(
        self, show: Callable[["Training"], None] = lambda training: None, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Train until the time is over, or it is stopped; `show` is called after each update.

        A kill loses a minute at the most.
        """
        limit, saved = self.plan.minutes * 60, self.seconds
        while self.seconds < limit:
            begun = time.perf_counter()
            found = self.learn_once(min(1.0, self.seconds / limit))
            if self.device.type == "cuda":
                torch.cuda.synchronize()
            self.seconds += time.perf_counter() - begun
            ends = stopped()
            if self.seconds - saved >= self.plan.save_every or self.seconds >= limit or ends:
                self.look(found)
                self.save()
                saved = self.seconds
            show(self)
            if ends:
                return

    def learn_once(self, done: float) -> dict[str, float]:
        """One rollout and what is learned from it, when this share of the time is over."""
        if not self.updates:
            self.network.measure(self.arenas[0].play(self.network, None, self.plan.steps, self.generator).features)
        if self.pool and self.updates % 4 == 0:
            which = int(torch.randint(len(self.pool), (), generator=self.generator, device=self.device))
            self.older.load_state_dict(self.pool[which])
        rollouts, gains, counts = [], [], []
        for arena in self.arenas:
            older = self.older if self.pool else None
            rollout = arena.play(self.network, older, self.plan.steps, self.generator)
            values, seats = arena.last_values(self.network)
            gain, count = advantages(rollout, values, seats, len(self.game.seats), self.plan.learning.smoothing)
            rollouts.append(rollout)
            gains.append(gain)
            counts.append(count)
        together = Rollout(
            **{
                name: torch.cat([getattr(rollout, name) for rollout in rollouts], dim=1)
                for name in Rollout.__dataclass_fields__
            }
        )
        del rollouts, rollout
        found = update(
            self.network, self.optimiser, together, torch.cat(gains, dim=1), torch.cat(counts, dim=1),
            self.plan.learning, done, self.generator,
        )  # fmt: skip
        self._remember()
        self.updates += 1
        self.choices += int(together.own.numel())
        return found

    @torch.no_grad()
    def _remember(self) -> None:
        new = 1.0 if not self.updates else 1.0 - self.plan.memory
        for name, value in self.average.state_dict().items():
            value.lerp_(self.network.state_dict()[name], new)

    def look(self, found: dict[str, float]) -> None:
        """See how strong it is by now, and add a row to the curve."""
        rivals = dict.fromkeys(["random", *self.plan.opponents])
        self.shares = {bot: self.against(bot, self.plan.evaluation_games) for bot in rivals}
        row: dict[str, Any] = {"seconds": round(self.seconds, 1), "choices": self.choices, "updates": self.updates}
        row |= {name: round(value, 5) for name, value in found.items()}
        for bot, against in self.shares.items():
            low, high = against.interval
            row |= {SHARE + bot: round(against.share, 4), f"low {bot}": round(low, 4), f"high {bot}": round(high, 4)}
        self.curve.append(row)
        state = {name: value.detach().clone() for name, value in self.network.state_dict().items()}
        self.pool = [*self.pool, state][-self.plan.pool :]

    def against(self, bot: str, games: int) -> Strength:
        """How it does against a bot, in games of their own."""
        seed = 7_000_000_007 + 100_000_007 * len(self.curve)
        found: Strength = strength(self.average, self.game, bot, games, self.device, seed, self.generator)
        return found

    @property
    def weights(self) -> Path:
        """The file that plays."""
        return self.folder / f"{self.game.name}{SUFFIX}"

    def save(self) -> None:
        """Keep where it is."""
        state = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "pool": self.pool,
            "updates": self.updates,
            "choices": self.choices,
            "seconds": self.seconds,
            "curve": self.curve,
            "generator": self.generator.get_state(),
            "game": self.game.name,
            "rulings": self.game.rulings_text,
            "hidden": list(self.plan.hidden),
        }
        with write_atomically(self.folder / CHECKPOINT) as draft:
            torch.save(state, draft)
        about = asdict(self.plan) | {"device": self.device.type, "torch": torch.__version__}
        about |= {"updates": self.updates, "choices": self.choices}
        with write_atomically(self.folder / ABOUT) as draft:
            draft.write_text(json.dumps({"game": self.game.name, "rulings": self.game.rulings_text} | about, indent=1))
        if self.curve:
            self._save_curve()
        weights_of(self.game, self.average, {"learned": about}).save(self.weights)

    def _save_curve(self) -> None:
        with write_atomically(self.folder / CURVE) as draft, draft.open("w", newline="", encoding="utf-8") as file:
            names = list(dict.fromkeys(name for row in self.curve for name in row))
            table = csv.DictWriter(file, names, lineterminator="\n")
            table.writeheader()
            table.writerows(self.curve)

    def draw_curve(self) -> Path:
        """How strong it got, as a picture."""
        lines = tuple(
            (f"against {bot}", tuple((row["seconds"] / 60, row[SHARE + bot], row[f"low {bot}"], row[f"high {bot}"])
             for row in self.curve if SHARE + bot in row))
            for bot in ("random", *self.plan.opponents)
        )  # fmt: skip
        chart = Curves(f"{self.game.title}: share of the point", "minutes", "share", lines, 1 / len(self.game.seats))
        with write_atomically(self.folder / PICTURE) as draft:
            draft.write_text(draw(chart), encoding="utf-8")
        return self.folder / PICTURE

    def _saved(self) -> dict[str, Any] | None:
        """Where a run in this folder was, if there is one."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            return None
        try:
            state: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
            of = state["game"], state["rulings"], tuple(state["hidden"])
        except Exception as error:  # what PyTorch raises for a damaged file has no class of its own
            raise FeintError(f"{path} can't be read: it is damaged, or no checkpoint; name another folder") from error
        if of[:2] != (self.game.name, self.game.rulings_text):
            raise FeintError(f"{self.folder} has a run for another game or other rulings; name another folder")
        if of[2] != self.plan.hidden:
            sizes = ",".join(map(str, of[2]))
            raise FeintError(f"{self.folder} has a run for a network with hidden={sizes}; name another folder")
        self.updates, self.choices, self.seconds = state["updates"], state["choices"], state["seconds"]
        return state

    def _go_on(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.generator.set_state(state["generator"].cpu())
        self.pool, self.curve = state["pool"], state["curve"]
