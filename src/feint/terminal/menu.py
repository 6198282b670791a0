"""The menu: `feint` alone. Choose a game, rulings, who sits where, and play."""

from feint.core.errors import FeintError
from feint.core.game import Game, game_names, load
from feint.terminal.books import rules_text
from feint.terminal.play import HUMAN, SITTERS, Sitting
from feint.terminal.table import Quit, Terminal


def menu(table: Terminal) -> None:
    """Offer games until someone wants to leave."""
    table.say("Feint: games of hidden choices")
    try:
        while True:
            game = _choose_rulings(_choose_game(table), table)
            seats = _choose_seats(game, table)
            table.say()
            table.note("Type ? at any prompt for the rules and your choices, quit to save and leave.")
            if not Sitting(game.start(seats=seats), table).play():
                return
            table.commands = {}
    except (Quit, KeyboardInterrupt):
        table.say("Goodbye.")


def _choose_game(table: Terminal) -> Game:
    shelf = [load(name) for name in game_names()]
    table.say()
    for number, game in enumerate(shelf, 1):
        table.say(f"{number}. {game.title}")
        table.page(game.pitch)
    while True:
        answer = table.read(f"Choose a game (1-{len(shelf)}), or q to leave: ").lower()
        if answer in ("q", "quit", "exit"):
            raise Quit
        if answer.isdecimal() and 1 <= int(answer) <= len(shelf):
            return shelf[int(answer) - 1]
        try:
            return load(answer)
        except FeintError:
            table.say(f"Enter a number from 1 to {len(shelf)}, or a game's name.")


def _choose_rulings(game: Game, table: Terminal) -> Game:
    """Take `name=value` lines, all together or one by one, until an empty one."""
    table.say()
    table.say(f"{game.title} has these rulings; enter keeps them, name=value changes one, ? explains them.")
    while True:
        table.note("  ".join(f"{name}={value}" for name, value in game.rulings_text.items()))
        answer = table.read("Rulings: ")
        if not answer:
            return game
        if answer == "?":
            table.page(rules_text(game))
            continue
        try:
            game = load(game.folder, **game.asked_for, **read_pairs(answer.split()))
        except FeintError as error:
            table.say(f"{error}.")


def _choose_seats(game: Game, table: Terminal) -> dict[str, str]:
    seats = {}
    for seat in game.seats:
        while seat not in seats:
            answer = table.read(f"Who plays {seat}, {' or '.join(SITTERS)}? (enter: {HUMAN}) ").lower() or HUMAN
            if answer in SITTERS:
                seats[seat] = answer
            else:
                table.say(f"A seat can be {' or '.join(SITTERS)}.")
    return seats


def read_pairs(pairs: list[str]) -> dict[str, str]:
    """`name=value` texts as a dict."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise FeintError(f"{pair} is not of the form name=value")
        found[name.strip()] = value.strip()
    return found
