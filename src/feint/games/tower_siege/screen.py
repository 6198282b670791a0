"""Tower Siege at a terminal: the road and the hands, and the rule book's dialogue."""

from feint.core.prompter import Prompter, View, read_choice, span

from .words import NAMES, detail, hand

WIDE = 14  # a road longer than this is drawn more closely, to stay within 80 columns
MOST_LISTED = 4  # moves; more are not told one by one
COLOURS = ("bright_cyan", "bright_magenta")


def board(view: View) -> str:
    """The road with both heroes, and the cards left. Under `facing` P2 walks it from the other end."""
    length = view["rulings"]["length"]
    facing = view["rulings"]["track"] == "facing"
    apart = "   " if length <= WIDE else "\n      "  # a long road leaves no room beside it
    lines = []
    for seat in range(2):
        places = range(length, -1, -1) if facing and seat else range(length + 1)
        cells = [_cell(view, seat, place, length) for place in places]
        lines += [f"{''.join(cells)}{apart}[{COLOURS[seat]}]{NAMES[seat]}'s cards[/] {_cards(view, seat)}"]
    return "\n".join(lines)


def _cell(view: View, seat: int, place: int, length: int) -> str:
    width = 3 if length <= WIDE else 2
    if place == view["position"][seat]:
        return f"[bold {COLOURS[seat]}]{NAMES[seat]:>{width}}[/]"
    name = str(place) if length <= WIDE or place % 10 == 0 else "."
    return f"[dim]{'T' if place == length else name:>{width}}[/]"


def _cards(view: View, seat: int) -> str:
    """The cards left, and the one that lies face down: which one it is only for those who may know."""
    cards = " ".join(map(str, hand(view, seat))) or "none"
    if not view["laid"] >> seat & 1:
        return cards
    chosen = view["chosen"][seat]
    return f"{cards}, {'one' if chosen is None else chosen or 'none'} face down"


def need_not_ask(view: View, alone: bool) -> bool:
    """A seat with one choice is never asked: where the heroes stand and what they hold, all can see."""
    return True


def ask(view: View, legal: list[str], prompter: Prompter) -> str:
    """The choice of the seat whose view this is. A number is what its prompt asks for; words do at either prompt."""
    if view["battle"]:
        return _ask_card(view["seat"], legal, prompter)
    steps = [choice for choice in legal if choice != "rest"]
    words = _in_words(view, steps)
    while True:
        for line in ("Choose action:", "1. Move Forward", "2. Rest"):  # the book lists both, also on the road
            prompter.say(line)
        if "rest" not in legal:
            prompter.say("    (Not now: you can rest only at your own base.)")
        prompter.say(f"    Or in words: {_listed(view, steps)}{', rest' if 'rest' in legal else ''}")
        action = ""
        while not action:
            action = read_choice(
                prompter,
                "Enter choice: ",
                {"1": "move", "2": "rest", **words},
                f"Enter 1 to move forward or 2 to rest; or in words, like move {steps[-1]}.",
            )
            if action == "rest" and "rest" not in legal:
                prompter.say("You can rest only at your own base; enter 1 to move forward.")
                action = ""
        if action == "move":
            numbers = span([int(step) for step in steps])
            refusal = f"Enter a number of positions ({numbers}), or nothing to go back."
            prompt = f"Enter positions to move forward ({numbers}): "
            choices = {
                **{step: f"move {step}" for step in steps},
                **words,
                **({"rest": "rest"} if "rest" in legal else {}),
            }
            action = read_choice(prompter, prompt, choices, refusal, may_go_back=True)
        if action:
            return action.removeprefix("move ")


def _in_words(view: View, steps: list[str]) -> dict[str, str]:
    """What can be typed for each move: how far it goes, as a hint says it, or where it leads."""
    here = view["position"][NAMES.index(view["seat"])]
    return {words: f"move {step}" for step in steps for words in (f"move {step}", f"to {here + int(step)}")}


def _listed(view: View, steps: list[str]) -> str:
    """The moves, each with where it leads; of many the first and the last."""
    moves = [f"move {step} ({detail(view, int(step))})" for step in steps]
    return ", ".join(moves) if len(moves) <= MOST_LISTED else f"{moves[0]}, ..., {moves[-1]}"


def _ask_card(name: str, legal: list[str], prompter: Prompter) -> str:
    if legal == ["no card"]:
        prompter.say(f"{name} has no battle cards left and fights with strength 0.")
        return "no card"
    cards = {choice.removeprefix("card "): choice for choice in legal}
    refusal = f"That is not one of {name}'s cards: choose one of {', '.join(cards)}."
    return read_choice(prompter, f"{name}, choose your battle card: ", cards, refusal, secret=True)
