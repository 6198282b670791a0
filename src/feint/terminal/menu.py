"""The menu: `feint` alone. Play in the browser, or choose a game, rulings, who sits where, and play here."""

import re

from feint.bots.players import check_player
from feint.core.errors import FeintError
from feint.core.game import Game, game_names, load
from feint.core.rulebook import rules_text
from feint.core.rulings import read_pairs
from feint.terminal import browser
from feint.terminal.console import Quit, TerminalConsole
from feint.terminal.dialogue import LEAVE
from feint.terminal.local_play import HUMAN, LocalMatch, sitters
from feint.terminal.saves import last_unfinished, restore


def menu(table: TerminalConsole) -> None:
    """Offer games until someone wants to leave."""
    table.say("Feint: games of hidden choices")
    try:
        while True:
            table.commands = LEAVE
            sitting = _new_sitting(table)
            table.say()
            table.note("Type ? at any prompt for the rules and your choices, quit to save and leave.")
            if not sitting.play():
                return
            table.commands = LEAVE
            table.read("Press enter for the menu: ")
    except (Quit, KeyboardInterrupt):
        table.say()
        table.say("Goodbye.")


def _new_sitting(table: TerminalConsole) -> LocalMatch:
    """A game that was chosen, or the match that was left last."""
    shelf = [load(name) for name in game_names()]
    left = last_unfinished()
    table.say()
    table.say("Enter: play in the browser")
    table.page("All games with boards, against bots, a friend, or someone beside you.")
    table.say()
    table.say("Or here:")
    for number, game in enumerate(shelf, 1):
        table.say(f"{number}. {game.title}")
        table.page(game.pitch)
    on = ", r to go on with the last match" if left else ""
    while True:
        answer = table.read(f"Press enter for the browser, choose a game (1-{len(shelf)}){on}, or q to leave: ").lower()
        try:
            if not answer:
                browser.play()
                continue
            if answer == "r" and left:
                return LocalMatch(restore(left, None), table, left)
            if answer.isdecimal() and 1 <= int(answer) <= len(shelf):
                chosen = shelf[int(answer) - 1]
            else:
                [chosen] = [game for game in shelf if game.title.lower().startswith(answer)]
        except FeintError as error:
            table.say(f"{error}.")
        except ValueError:
            table.say(f"Enter a number from 1 to {len(shelf)}, or how a game's name begins.")
        else:
            game = _choose_rulings(chosen, table)
            match = game.start(seats=_choose_seats(game, table))
            return LocalMatch(match, table, bot_seed=match.seed)


def _choose_rulings(game: Game, table: TerminalConsole) -> Game:
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
            pairs = read_pairs(re.sub(r"\s*=\s*", "=", answer).split())
            game = load(game.folder, **(game.given_options | pairs))
        except FeintError as error:
            table.say(f"{error}.")


def _choose_seats(game: Game, table: TerminalConsole) -> dict[str, str]:
    seats, can_sit = {}, sitters(game)
    for seat in game.seats:
        while seat not in seats:
            answer = table.read(f"Who plays {seat}, {' or '.join(can_sit)}? (enter: {HUMAN}) ").lower() or HUMAN
            try:
                if answer != HUMAN:
                    check_player(game, answer)
                seats[seat] = answer
            except FeintError:
                table.say(f"A seat can be {' or '.join(can_sit)}.")
    return seats
