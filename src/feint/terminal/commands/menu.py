"""`feint` alone opens a menu: play in the browser, learn a game, or choose one and its rulings and players for here."""

from collections.abc import Sequence
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
            seats = _choose_players(game, console)
            if seats is None:
                _play_on_server(game, console)
                continue
            match = game.start(seats=seats)
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


def _choose_players(game: Game, console: TerminalConsole) -> dict[str, str] | None:
    """Who plays each seat; None if they are to meet at a server."""
    from feint.bots.levels import default_level, described, levels
    from feint.bots.players import player_names
    from feint.terminal.local_play import against_the_computer

    console.say()
    for number, way in enumerate(("against the computer", "with a friend at this keyboard", "over the network"), 1):
        console.say(f"{number}. Play {way}")
    way = _answer(console, "How do you want to play? (1-3; enter: 1) ", ["1", "2", "3"], "1")
    if way == "3":
        return None
    if way == "2":
        return _choose_friends(game, console)
    for level in levels(game):
        console.say(f"  {described(game, level)}")
    names = [*levels(game), *player_names(game)]
    opponent = _ask_player(console, "Who is your opponent?", game, names, default_level(game))
    seats = ", ".join(game.seats)
    seat = _answer(console, f"Which seat is yours? ({seats}; enter: {game.seats[0]}) ", game.seats, game.seats[0])
    return against_the_computer(game, seat, opponent)


def _choose_friends(game: Game, console: TerminalConsole) -> dict[str, str]:
    """People in all seats; at a larger table some of them may be bots."""
    from feint.terminal.local_play import possible_players

    if len(game.seats) == 2:
        return dict.fromkeys(game.seats, HUMAN)
    names = possible_players(game)
    return {seat: _ask_player(console, f"Who plays {seat}?", game, names, HUMAN) for seat in game.seats}


def _ask_player(console: TerminalConsole, question: str, game: Game, names: list[str], default: str) -> str:
    """One of those who can play a game, also at a level."""
    from feint.bots.players import check_player

    listed = ", ".join(names)
    while True:
        answer = console.read(f"{question} ({listed}; enter: {default}) ").lower() or default
        try:
            if answer not in names:
                check_player(game, answer)
            return answer
        except FeintError:
            console.say(f"It can be one of {listed}.")


def _answer(console: TerminalConsole, prompt: str, answers: Sequence[str], default: str) -> str:
    """One of some answers, however it is capitalised."""
    by_text = {answer.lower(): answer for answer in answers}
    while (answer := console.read(prompt).lower() or default.lower()) not in by_text:
        console.say(f"Enter one of {', '.join(answers)}.")
    return by_text[answer]


def _play_on_server(game: Game, console: TerminalConsole) -> None:
    """Open a table on a server and play there. Afterwards the menu is closed: a network table keeps the keyboard."""
    from feint.core.extras import require_extra
    from feint.terminal.dialogue import program_name

    console.page(f"You meet at a server. Either of you can start one with: {program_name()} serve --host 0.0.0.0")
    server = console.read("The server's address, such as http://192.168.1.20:8765: ").rstrip("/")
    try:
        require_extra("websockets", "server")
        from feint.terminal import network_play

        with network_play.server_errors():
            table = network_play.open_table(server, game, {}, None)
    except FeintError as error:
        console.say(f"{error}.")
        return
    with network_play.server_errors():
        network_play.join(server, table, {}, False, None, console.plain)
    raise Quit
