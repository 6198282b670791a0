"""`feint` alone opens a menu: play in the browser, learn a game, or choose one and its rulings and players for here."""

from typing import TYPE_CHECKING

from feint.core.errors import FeintError
from feint.core.game import Game, game_names, load
from feint.core.match import HUMAN
from feint.terminal.arguments import Options
from feint.terminal.console import Quit, TerminalConsole

if TYPE_CHECKING:
    from feint.terminal.local_play import LocalMatch


def run(options: Options) -> int:
    """Offer games until someone wants to leave."""
    from feint.terminal.dialogue import QUIT_COMMANDS

    console = TerminalConsole(options.plain)
    console.say("Feint: games of hidden choices")
    try:
        while True:
            console.commands = QUIT_COMMANDS
            local_match = _choose_match(console)
            console.say()
            console.note("Type ? at any prompt for the rules and your choices, quit to save and leave.")
            if not local_match.play():
                return 0
            console.commands = QUIT_COMMANDS
            console.read("Press enter for the menu: ")
    except (Quit, KeyboardInterrupt):
        console.say()
        console.say("Goodbye.")
    return 0


def _choose_match(console: TerminalConsole) -> "LocalMatch":
    """A new match of a game, or the last unfinished one."""
    from feint.terminal import browser
    from feint.terminal.local_play import LocalMatch
    from feint.terminal.saves import last_unfinished, restore

    games = [load(name) for name in game_names()]
    unfinished = last_unfinished()
    console.say()
    console.say("Enter: play in the browser")
    console.page("All games with boards, against bots, a friend, or someone beside you.")
    console.say()
    console.say("Or play here:")
    for number, game in enumerate(games, 1):
        console.say(f"{number}. {game.title}")
        console.page(game.pitch)
    resume = ", r to resume your last match" if unfinished else ""
    prompt = f"Press enter for the browser, choose a game (1-{len(games)}), l to learn one{resume}, or q to quit: "
    while True:
        answer = console.read(prompt).lower()
        try:
            if not answer:
                browser.play()
                continue
            if answer == "r" and unfinished:
                return LocalMatch(restore(unfinished, None), console, unfinished)
            if answer == "l":
                _learn(games, console)
                continue
            chosen = _named(answer, games)
        except FeintError as error:
            console.say(f"{error}.")
        except ValueError:
            console.say(f"Enter a number from 1 to {len(games)}, or the beginning of a game's name.")
        else:
            game = _choose_rulings(chosen, console)
            match = game.start(seats=_choose_players(game, console))
            return LocalMatch(match, console, bot_seed=match.seed)


def _named(answer: str, games: list[Game]) -> Game:
    """The game of that number, or with a title that begins like this; a `ValueError` if there isn't one."""
    if answer.isdecimal() and 1 <= int(answer) <= len(games):
        return games[int(answer) - 1]
    [chosen] = [game for game in games if game.title.lower().startswith(answer)]
    return chosen


def _learn(games: list[Game], console: TerminalConsole) -> None:
    """Take the lessons of a game; whoever leaves them is back at the menu."""
    from feint.terminal.dialogue import QUIT_COMMANDS
    from feint.terminal.lessons import LessonsAtTerminal

    chosen = _named(console.read(f"Which game do you want to learn (1-{len(games)})? ").lower(), games)
    LessonsAtTerminal(chosen, console).take()
    console.commands = QUIT_COMMANDS


def _choose_rulings(game: Game, console: TerminalConsole) -> Game:
    """Take `name=value` lines, all together or one by one, until an empty one."""
    import re

    from feint.core.rulebook import rules_text
    from feint.core.rulings import read_pairs

    console.say()
    console.say(
        f"Rulings of {game.title}: press enter to keep them, type name=value to change one, or ? to read about them."
    )
    while True:
        console.page("  ".join(f"{name}={value}" for name, value in game.rulings_text.items()))
        answer = console.read("Rulings: ")
        if not answer:
            return game
        if answer == "?":
            console.page_markdown(rules_text(game))
            continue
        try:
            pairs = read_pairs(re.sub(r"\s*=\s*", "=", answer).split())
            game = load(game.folder, **(game.given_options | pairs))
        except FeintError as error:
            console.say(f"{error}.")


def _choose_players(game: Game, console: TerminalConsole) -> dict[str, str]:
    """Who plays each seat."""
    from feint.bots.players import check_player
    from feint.terminal.local_play import possible_players

    seats, names = {}, ", ".join(possible_players(game))
    for seat in game.seats:
        while seat not in seats:
            answer = console.read(f"Who plays {seat}? ({names}; enter: {HUMAN}) ").lower() or HUMAN
            try:
                if answer != HUMAN:
                    check_player(game, answer)
                seats[seat] = answer
            except FeintError:
                console.say(f"{seat} can be one of {names}.")
    return seats
