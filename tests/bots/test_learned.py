"""Weights as files, and the players that play by them."""

import hashlib
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import feint
from feint.bots.known_weights import FOLDER, SUFFIX, made_for, own_weights
from feint.bots.learned import Learned, learned
from feint.bots.own_player import Asked
from feint.bots.players import any_player, check_player, player, player_names
from feint.bots.weights import Layer, Weights, features_print, load_weights, softmax
from feint.core.errors import FeintError
from feint.core.game import Game
from feint.kernel.learner_input import LearnerInput
from kit.games import random_match


def some_weights(game: Game, hidden: int = 8) -> Weights:
    """A network of numbers that follow from nothing but their places."""
    features, choices = len(LearnerInput(game, "features").names), game.rules.ACTIONS

    def layer(outputs: int, inputs: int) -> Layer:
        numbers = (np.arange(outputs * inputs) * 7919 % 255 - 127).reshape(outputs, inputs).astype(np.int8)
        scale = (1 + np.arange(outputs) % 5).astype(np.float32) / 512
        return Layer(numbers, scale, (np.arange(outputs) % 3 - 1).astype(np.float32) / 4)

    mean, spread = np.full(features, 0.25, np.float32), np.full(features, 0.5, np.float32)
    about = made_for(game) | {"features": features_print(game)}
    return Weights(about, mean, spread, [layer(hidden, features)], layer(choices, hidden), layer(1, hidden))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    some_weights(feint.load("terminal-maneuver")).save(tmp_path / "some.weights")
    return tmp_path / "some.weights"


def test_a_pass_is_the_same_on_every_machine(file: Path) -> None:
    """Bit for bit, in whatever order products are added up."""
    weights = load_weights(feint.load("terminal-maneuver"), file)
    features = len(weights.mean)
    rows = (np.arange(20 * features) % 13 / 13).reshape(20, features)
    hidden = weights.hidden(rows)
    assert (hidden == np.rint(hidden)).all()
    order = np.random.default_rng(1).permutation(hidden.shape[1])
    shuffled = Layer(*(array[:, order] if array.ndim == 2 else array for array in weights.policy)).wide()
    scores = weights.scores(hidden)
    assert (shuffled(hidden[:, order]) == scores).all()
    assert (weights.scores_of(hidden[0], [3, 5]) == scores[0, [3, 5]]).all()
    printed = hashlib.sha256(scores.tobytes() + softmax(scores).tobytes()).hexdigest()
    assert printed[:16] == "e9a77e5fb4ef8405"


def test_softmax() -> None:
    scores = np.array([[0.0, 1.0, 2.0, -1e9], [3.0, -7.5, 3.0, 0.1]])
    wanted = np.exp(scores - scores.max(axis=1, keepdims=True))
    assert softmax(scores) == pytest.approx(wanted / wanted.sum(axis=1, keepdims=True), abs=1e-8)


def test_chances(file: Path) -> None:
    """One by one and many at once are the same; forced choices need no network; what is hardly ever chosen never is."""
    game = feint.load("terminal-maneuver")
    found = any_player(game, str(file))
    assert isinstance(found, Learned)
    asked = [
        Asked(match, seat, number)
        for number in range(20)
        for match in [random_match(game, number, number % 6)]
        for seat in match.pending
    ]
    for one, many in zip(asked, found.chances_many(asked), strict=True):
        chances = found.chances(one.match, one.seat)
        assert chances == pytest.approx(many, abs=1e-12)
        assert sum(chances) == pytest.approx(1)
        assert len(chances) == len(one.match.legal(one.seat))
        assert all(chance == 0 or chance >= 0.02 * max(chances) for chance in chances)
    assert found.choose_many(asked) == [found.choose(*one) for one in asked]
    assert 0 < found.value(asked[0].match, asked[0].seat) < 1


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "a flipped bit": lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:],
    "cut off": lambda data: data[:-1],
    "longer": lambda data: data + b"x",
    "other layers": lambda data: data.replace(b'"layers": [[8, ', b'"layers": [[9, '),
    "layers that are none": lambda data: data.replace(b'"layers": [[8, ', b'"layers": [["8, ', 1).replace(
        b"]]", b'"]]', 1
    ),
    "a bomb": lambda data: _packed_again(data, b"\0" * (100 << 20)),
}


def _packed_again(data: bytes, content: bytes) -> bytes:
    """The same head, with other numbers and their checksum."""
    head, _, packed = data.partition(b"\n")
    other = zlib.compress(content)
    sums = [hashlib.sha256(part).hexdigest().encode() for part in (packed, other)]
    return head.replace(*sums) + b"\n" + other


@pytest.mark.parametrize("how", DAMAGED)
def test_damaged_weights_are_refused(how: str, file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(DAMAGED[how](data))
    assert file.read_bytes() != data
    with pytest.raises(FeintError, match="is damaged, so that nobody can play by it|holds no weights"):
        load_weights(feint.load("terminal-maneuver"), file)


def test_weights_for_something_else_are_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(FeintError, match="has learned terminal-maneuver, and can't play tower-siege"):
        load_weights(feint.load("tower-siege"), file)
    with pytest.raises(FeintError, match=r"has learned terminal-maneuver under other rulings \(the default ones\)"):
        load_weights(feint.load("terminal-maneuver", fuel=6), file)
    file.write_bytes(file.read_bytes().replace(b'"version": 1', b'"version": 2'))
    with pytest.raises(FeintError, match="has learned another version of terminal-maneuver: train it again"):
        load_weights(feint.load("terminal-maneuver"), file)
    (tmp_path / "no.weights").write_text("hello\n")
    with pytest.raises(FeintError, match=r"no.weights holds no weights that this version of Feint knows"):
        any_player(feint.load("terminal-maneuver"), str(tmp_path / "no.weights"))
    with pytest.raises(FeintError, match="there is no file nowhere.weights"):
        any_player(feint.load("terminal-maneuver"), "nowhere.weights")


def test_a_changed_card_is_another_version(tmp_path: Path) -> None:
    game = feint.load("space-goats")
    deck = tmp_path / "deck.csv"
    text = (game.folder / "cards.csv").read_text()
    deck.write_text(text.replace("Twin Salvo,", "Double Salvo,"))
    assert deck.read_text() != text
    changed = feint.load("space-goats", deck=deck)
    assert (own_weights(game) is not None, own_weights(changed)) == (True, None)
    with pytest.raises(FeintError, match="learned can't play Space Goats under these rulings; there are beginner"):
        check_player(changed, "learned:easy")


def test_what_comes_with_the_games_can_play() -> None:
    """Every file, for its rulings; together they are small."""
    for name in feint.game_names():
        files = sorted((feint.load(name).folder / FOLDER).glob(f"*{SUFFIX}"))
        assert sum(file.stat().st_size for file in files) <= 3 << 20
        assert ("learned" in player_names(feint.load(name))) == bool(files)
    for players in (2, 3, 4, 5):
        game = feint.load("space-goats", players=players)
        match = game.start(seed=players)
        for _ in range(12):
            [seat] = match.pending
            match.play(seat, player(game, "learned").choose(match, seat, seed=1))
        assert learned(game).chances(match, match.pending[0])
    with pytest.raises(FeintError, match="learned can't play Space Goats under these rulings"):
        check_player(feint.load("space-goats", wear="no"), "learned")


def test_levels_make_choices_more_even() -> None:
    game = feint.load("space-goats")
    for name in ("learned:easy", "learned:club", "learned:best", "learned:60%"):
        check_player(game, name)
    for name in ("learned:worst", "learned:2s"):
        with pytest.raises(FeintError, match=f"there is no player called {name} here"):
            check_player(game, name)
    matches = [match for seed in range(40) for match in [random_match(game, seed, 30)] if not match.over]
    likeliest = {
        level: np.mean([max(learned(game, level).chances(match, match.pending[0])) for match in matches])
        for level in ("easy", "club", "best")
    }
    assert likeliest["easy"] < likeliest["club"] < likeliest["best"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_learned_player_sees_what_its_seat_may_see(players: int) -> None:
    """With all that is hidden from it dealt anew, it does the same."""
    game, rng, looked_at = feint.load("space-goats", players=players), random.Random(1), 0
    found = learned(game)
    for seed in range(6):
        match = random_match(game, seed, 10 + 7 * seed)
        for seat in match.pending:
            other = match.redeal(seat, rng)
            assert found.chances(other, seat) == found.chances(match, seat)
            looked_at += len(match.legal(seat)) > 1
    assert looked_at > 2
