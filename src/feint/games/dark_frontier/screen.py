"""Dark Frontier at a terminal: a window on the hex map with where all will be, both stat sheets, and the dials."""

from collections.abc import Callable

from feint.core.prompter import Prompter, View, numbered, read_choice

from . import state as st
from .hexes import DIRECTIONS, STEP_Q, STEP_R, added, burned_in_turn, capped, length, way
from .stat_sheet import stat_sheet
from .words import HOW_LOST, KINDS, LOST, SEATS, counter_text, missile_number, ship_of

COLOURS = ("bright_cyan", "bright_magenta")
SIGNS = ("D", "A")
CELL = 4  # columns a hex
MOST_COLUMNS, MOST_ROWS = 22, 33  # of the window, in hexes and in half hexes
MOST_NAMED = 5  # flak under other things
KEY = (
    "[dim]DN: the defender, facing N  d1: its first missile  d*6: flak, spread 6  >D: where it will be\n"
    "A, a: the attacker's  O: the shipyard  :: a ship's way  +: more in the same hex[/]"
)

# What some choices mean, wherever they are asked for.
EFFECTS = {
    "detonate": f"both become flak with spread {st.FRESH_SPREAD}, and keep their courses",
    "no counter": "one die for point defence decides",
    "counter": "it reaches you as fresh flak, and one of your missiles is gone",
}
IN_FLIGHT = range(st.DETONATE, st.MEETING + 1)  # what is asked in the middle of an Advance
# What a page needs and no view holds: what the numbers of a view stand for, and the directions of the map.
FACTS = {
    name: getattr(st, name.upper())
    for name in (
        *("gone", "ship", "missile", "flak", "fresh_spread"),
        *("station", "entry", "opening", "command", "gimbal", "steer", "push", "weapon", "origin", "towards"),
        *("detonate", "counter", "meeting", "over_now", "by_flight", "by_limit", "both"),
    )
} | {"lost": LOST, "how_lost": HOW_LOST, "directions": DIRECTIONS, "steps": [*zip(STEP_Q, STEP_R, strict=True)]}

Hex = tuple[int, int]


def board(view: View) -> str:
    """The map around what flies, and the ships."""
    return "\n".join([*chart(view), KEY, *sheet(view, 0), *sheet(view, 1), *listed(view)])


def tokens_of(view: View) -> list[int]:
    return [token for token in range(view["tokens"]) if view["kind"][token] != st.GONE]


def here(view: View, token: int) -> Hex:
    return view["q"][token], view["r"][token]


def ahead(view: View, token: int) -> Hex:
    """Where a token will be after the next Advance, or after this one, if nothing changes."""
    q, row = start(view, token)
    return q + view["vq"][token], row + view["vr"][token]


def start(view: View, token: int) -> Hex:
    """Where that Advance begins, or began."""
    return (view["from_q"][token], view["from_r"][token]) if view["phase"] in IN_FLIGHT else here(view, token)


def _goes_to(view: View, token: int) -> str:
    """Where a token will be, and after which move: in the middle of one it is that one."""
    q, row = ahead(view, token)
    return f"{'this move ends' if view['phase'] in IN_FLIGHT else 'next'} at {q},{row}"


def _from(one: Hex, other: Hex) -> Hex:
    return other[0] - one[0], other[1] - one[1]


def label(view: View, token: int) -> str:
    """A token on the map: `DNE`, `a2`, `d*5`."""
    owner, kind = view["owner"][token], view["kind"][token]
    if kind == st.SHIP:
        return f"{SIGNS[owner]}{'xx' if view['lost'][owner] else DIRECTIONS[view['facing'][token]]}"
    name = SIGNS[owner].lower()
    return f"{name}{missile_number(view, token)}" if kind == st.MISSILE else f"{name}*{view['spread'][token]}"


def chart(view: View, whole: bool = False) -> list[str]:
    """The window of the map: first where things will be, then over it where they are, ships last."""
    signs: dict[Hex, tuple[str, str]] = {}
    tokens = _bottom_up(view)
    if view["phase"] <= st.OPENING and view["phase"] >= st.STATION:
        tokens = [token for token in tokens if token == 0 or view["phase"] == st.OPENING]
    for token in tokens:
        if here(view, token) == ahead(view, token) or (token < 2 and view["lost"][token]):
            continue
        colour, vector = COLOURS[view["owner"][token]], (view["vq"][token], view["vr"][token])
        if view["kind"][token] == st.SHIP:
            flown = length(*_from(start(view, token), here(view, token)))
            for part in range(flown + 1, length(*vector)):
                q, row = way(*vector, part, length(*vector))
                signs.setdefault((start(view, token)[0] + q, start(view, token)[1] + row), (":", colour))
        name = SIGNS[view["owner"][token]] if view["kind"][token] == st.SHIP else label(view, token)[:2]
        signs[ahead(view, token)] = (f">{name}", colour)
    places = [here(view, token) for token in tokens]
    for token in tokens:
        more = "+" if places.count(here(view, token)) > 1 else ""
        signs[here(view, token)] = (label(view, token) + more, f"bold {COLOURS[view['owner'][token]]}")
    return _window(view, signs, whole)


def _window(view: View, signs: dict[Hex, tuple[str, str]], whole: bool) -> list[str]:
    radius = view["rulings"]["radius"]
    shown = [hex_ for hex_ in signs if length(*hex_) <= radius] or [(0, 0)]
    left, right = _fit([q for q, _ in shown], -radius, radius, MOST_COLUMNS)
    top, bottom = _fit([2 * row + q for q, row in shown], -2 * radius, 2 * radius, MOST_ROWS)
    if whole:
        left, right, top, bottom = -radius, radius, -2 * radius, 2 * radius
    lines = []
    for height in range(top, bottom + 1):
        line = ""
        for q in range(left, right + 1):
            row, odd = divmod(height - q, 2)
            if odd or length(q, row) > radius:
                line += " " * CELL
                continue
            sign, colour = signs.get((q, row), ("O", "yellow") if (q, row) == (0, 0) else (".", "dim"))
            line += f"[{colour}]{sign}[/]{' ' * (CELL - len(sign))}"
        lines.append(line.rstrip())
    return lines


def _fit(numbers: list[int], low: int, high: int, most: int) -> tuple[int, int]:
    """A stretch that holds the numbers with a margin, or as much of it as there is room for around the ships."""
    first, last = max(low, min(numbers) - 2), min(high, max(numbers) + 2)
    if last - first >= most:
        middle = numbers[-1]
        first = max(low, min(middle - most // 2, high - most + 1))
        last = min(high, first + most - 1)
    return first, last


def sheet(view: View, seat: int) -> list[str]:
    """A ship's panel: where it goes, and what of it still works."""
    ship, name = ship_of(view, seat), f"[bold {COLOURS[seat]}]{SEATS[seat]}[/]  {ship_of(view, seat)['name']}"
    if view["lost"][seat]:
        return [f"{name} [bold red]{LOST[view['lost'][seat]]}[/]"]
    if seat == st.ATTACKER and view["phase"] in (st.STATION, st.ENTRY):
        return [f"{name} not on the map yet"]
    parts = [
        _part("thrust", view["thrust"][seat], ship["thrust"]),
        _part("rotation", view["rotation"][seat], ship["rotation"]),
        _part("defence", view["defence"][seat], ship["point_defence"]),
        "gimbal" if ship["gimbal"] else "",
        _works("guns", view["guns"][seat], ship["flak_shots"]),
        _works("bay", view["bay"][seat], ship["missile_shots"]),
        f"missiles {view['magazine'][seat]}",
        "[bold red]hull breached[/]" if view["breaches"][seat] else "hull sound",
    ]
    q, row = here(view, seat)
    motion = f"velocity {counter_text(view['vq'][seat], view['vr'][seat])}"
    off = f"[bold red]{_off(view, ahead(view, seat))}[/]" if _off(view, ahead(view, seat)) else ""
    where = f"at {q},{row} facing {DIRECTIONS[view['facing'][seat]]}, {motion}, {_goes_to(view, seat)}{off}"
    return [f"{name} {where}", "    " + "  ".join(filter(None, parts))]


def _part(name: str, now: int, full: int) -> str:
    return f"{name} {now}" if now == full else f"[bold red]{name} {now}/{full}[/]"


def _works(name: str, works: int, there: int) -> str:
    if not there:
        return f"no {name}"
    return name if works else f"[bold red]{name} out[/]"


def listed(view: View) -> list[str]:
    """A line a missile, and one for flak that isn't seen on the map, under something else."""
    lines = [_flying(view, token) for token in tokens_of(view) if view["kind"][token] == st.MISSILE]
    on_top = {here(view, token): token for token in _bottom_up(view)}
    hidden = [t for t in tokens_of(view) if view["kind"][t] == st.FLAK and on_top[here(view, t)] != t]
    if hidden:
        named = [f"[{COLOURS[view['owner'][t]]}]{label(view, t)}[/] at {view['q'][t]},{view['r'][t]}" for t in hidden]
        more = "; all: tokens" if len(named) > MOST_NAMED else ""
        lines.append(f"under others: {', '.join(named[:MOST_NAMED])}{more}")
    return lines


def _bottom_up(view: View) -> list[int]:
    """All tokens as they lie on each other: flak, missiles, ships."""
    return sorted(tokens_of(view), key=lambda token: -view["kind"][token])


def tokens(view: View) -> str:
    """everything that flies"""
    return "\n".join(_flying(view, token) for token in tokens_of(view) if token > 1) or "Nothing but the ships."


def whole_map(view: View) -> str:
    """all of the map"""
    return "\n".join([*chart(view, whole=True), KEY])


def ships(view: View) -> str:
    """both stat sheets"""
    lines = []
    for seat in range(2):
        ship = ship_of(view, seat)
        what = ship["what"].replace("[", r"\[")  # no markup: it is anyone's text
        lines += [f"[bold {COLOURS[seat]}]{SEATS[seat]}[/]: {ship['name']}", f"  {what}"]
        lines += [f"  {line}" for line in stat_sheet(ship)]
    return "\n".join(lines)


PANELS: dict[str, Callable[[View], str]] = {"tokens": tokens, "map": whole_map, "ships": ships}


def need_not_ask(view: View, alone: bool) -> bool:
    """Whether a seat with one choice needn't be asked: everything is open but the dials and a meeting of ships."""
    return alone or view["phase"] not in (st.COMMAND, st.MEETING)


def _flying(view: View, token: int) -> str:
    q, row = here(view, token)
    facing = f" facing {DIRECTIONS[view['facing'][token]]}" if view["kind"][token] == st.MISSILE else ""
    velocity = counter_text(view["vq"][token], view["vr"][token])
    name = f"[{COLOURS[view['owner'][token]]}]{label(view, token)}[/]"
    return f"{name} {KINDS[view['kind'][token]]} at {q},{row}{facing}, velocity {velocity}, {_goes_to(view, token)}"


def ask(view: View, legal: list[str], prompter: Prompter) -> str:
    """The choice of the seat that is asked, by a number or in words."""
    phase, seat = view["phase"], SEATS.index(view["seat"])
    who = f"{SEATS[seat].capitalize()}"
    if phase == st.COMMAND:
        return _dial(view, seat, legal, prompter)
    if phase in (st.STATION, st.ENTRY, st.OPENING):
        return _opening(view, who, legal, prompter)
    if phase in (st.STEER, st.PUSH, st.MEETING):
        lines = [f"  {_said(choice)}{_effect(view, seat, choice)}" for choice in legal]
        prompt = f"{who}, {_question(view)}"
        return _by_number(prompter, prompt, legal, phase == st.MEETING, lines)
    lines = [f"{number}. {choice}{_effect(view, seat, choice)}" for number, choice in enumerate(legal, 1)]
    numbers = numbered(legal)
    choices = {choice.lower().partition(" ")[2]: choice for choice in legal}  # `N 3` for `towards N 3`
    choices |= {choice.lower(): choice for choice in legal}
    choices |= {str(number): choice for number, choice in enumerate(legal, 1)}
    refusal = f"Enter a number ({numbers}), or the choice in words, like {_said(legal[0])}."
    return read_choice(prompter, f"{who}, {_question(view)} ({numbers}): ", choices, refusal, above=lines)


def _question(view: View) -> str:
    lost_already = " (your ship is lost, but what meets it is rolled)" if view["lost"][view["acting"]] else ""
    return {
        st.GIMBAL: "how do you split your thrust?",
        st.STEER: f"how far does missile {missile_number(view, view['control'])} rotate?",
        st.PUSH: f"how much does missile {missile_number(view, view['control'])} burn?",
        st.WEAPON: "do you fire?",
        st.ORIGIN: "from which hex?",
        st.TOWARDS: "in which direction?",
        st.DETONATE: "two missiles meet. Do you detonate?",
        st.COUNTER: f"a missile has reached you{lost_already}. Do you counter it with one of yours?",
        st.MEETING: "the ships meet. How many missiles do you launch?",
    }[view["phase"]]


def _said(choice: str) -> str:
    """A choice as it is shown: ships and missiles rotate, though records have always had it as `turn`."""
    return choice.replace("turn ", "rotate ")


def _by_number(prompter: Prompter, prompt: str, legal: list[str], secret: bool, above: list[str]) -> str:
    """A choice that ends in a number, by that number: there is no list that it could also be counted in."""
    numbers = [choice.split()[-1] for choice in legal]
    choices: dict[str, str] = {}
    for number, choice in zip(numbers, legal, strict=True):
        choices |= dict.fromkeys((number, number.lstrip("+"), choice, _said(choice)), choice)
    several = len(legal) > 1
    span = f"{numbers[0]} to {numbers[-1]}" if several else f"{numbers[0]}, the only choice"
    refusal = f"Enter a number from {span}." if several else f"Enter {numbers[0]}."
    return read_choice(prompter, f"{prompt} ({span}): ", choices, refusal, secret=secret, above=above)


def _opening(view: View, who: str, legal: list[str], prompter: Prompter) -> str:
    """Placing a ship: too many choices for a list, so they are typed."""
    if view["phase"] == st.STATION:
        choices = {choice.split()[-1].lower(): choice for choice in legal}
        prompt, example = f"{who}, which way do you face? ", "a direction: N, NE, SE, S, SW or NW"
    elif view["phase"] == st.ENTRY:
        choices = {choice.lower().removeprefix("place ").replace(" facing", ""): choice for choice in legal}
        prompt = f"{who}, where on the edge do you enter, and facing where? "
        radius = view["rulings"]["radius"]
        like = legal[4].removeprefix("place ").replace(" facing", "")
        example = f"a hex on the edge, {radius} from the yard, and a direction, like {like}"
    else:
        choices = {choice.lower().removeprefix("velocity "): choice for choice in legal}
        choices |= {", ".join(reversed(text.split(", "))): choice for text, choice in choices.items()}
        prompt = f"{who}, your velocity? "
        most = 6 if view["rulings"]["dice_cap"] == "on" else view["rulings"]["radius"]
        example = f"none, one direction like S 3, or two neighbours like S 3, SW 1; numbers from 1 to {most}"
    choices |= {choice.lower(): choice for choice in legal}
    return read_choice(prompter, prompt, choices, f"Enter {example}.", above=[f"Enter {example}."])


def _dial(view: View, seat: int, legal: list[str], prompter: Prompter) -> str:
    """The command dials, typed unseen where others look on. What each setting does is shown before it is set."""
    name, turned = legal[0].split()[0], view["dial_turn"][seat]
    if name == "turn":
        lines = [f"  {_said(choice) + ':':<10} {_courses(view, seat, int(choice.split()[1]))}" for choice in legal]
        off = "; off: off the map" if any(": off" in line for line in lines) else ""
        lines = [f"Where you would be next round, by rotation and burn{off}:", *lines]
    elif turned is not None:  # alone at the screen
        lines = [f"  {choice}: {_course(view, seat, turned, int(choice.split()[1]))}" for choice in legal]
    else:
        lines = []
    prompt = f"{SEATS[seat].capitalize()}, {'rotate' if name == 'turn' else name}"
    return _by_number(prompter, prompt, legal, secret=True, above=lines)


def _after(view: View, seat: int, turn: int, thrust: int) -> tuple[Hex, Hex]:
    """The velocity after turning and burning so, and where it leads."""
    velocity = burned_in_turn(view["vq"][seat], view["vr"][seat], view["facing"][seat], turn, thrust)
    return _moved(view, here(view, seat), velocity)


def _moved(view: View, start: Hex, velocity: Hex) -> tuple[Hex, Hex]:
    if view["rulings"]["dice_cap"] == "on":
        velocity = capped(*velocity)
    return velocity, (start[0] + velocity[0], start[1] + velocity[1])


def _courses(view: View, seat: int, turn: int) -> str:
    facing = DIRECTIONS[(view["facing"][seat] + turn) % 6]
    ends = [_after(view, seat, turn, thrust)[1] for thrust in range(view["thrust"][seat] + 1)]
    places = ("off" if _off(view, end) else f"{end[0]},{end[1]}" for end in ends)
    return f"facing {facing:<2}  " + "  ".join(f"burn {n}: {place}" for n, place in enumerate(places))


def _course(view: View, seat: int, turn: int, thrust: int) -> str:
    velocity, (q, row) = _after(view, seat, turn, thrust)
    return f"velocity {counter_text(*velocity)}, next at {q},{row}{_off(view, (q, row))}"


def _off(view: View, end: Hex) -> str:
    return " (off the map)" if length(*end) > view["rulings"]["radius"] else ""


def _effect(view: View, seat: int, choice: str) -> str:
    """What a choice would do, where that can be said."""
    words = choice.replace(",", "").split()
    if view["phase"] == st.PUSH:
        token, facing = view["control"], view["facing"][view["control"]]
        velocity = added(view["vq"][token], view["vr"][token], facing, int(words[-1]), 0, 0)
        return _lands(view, here(view, token), velocity)
    if view["phase"] == st.STEER:
        return f"  (facing {DIRECTIONS[(view['facing'][view['control']] + int(words[-1])) % 6]})"
    if choice == "gimbal spread":
        began = (view["facing"][seat] - view["turned"][seat]) % 6
        velocity = burned_in_turn(view["vq"][seat], view["vr"][seat], began, view["turned"][seat], view["burned"][seat])
        return _lands(view, here(view, seat), velocity)
    if view["phase"] == st.GIMBAL:
        along, beside = map(int, words[1].split("/"))
        aside = DIRECTIONS.index(words[2]) if beside else 0
        velocity = added(view["vq"][seat], view["vr"][seat], view["facing"][seat], along, aside, beside)
        return _lands(view, here(view, seat), velocity)
    if view["phase"] == st.TOWARDS:
        vq, vr = view["vq"][seat], view["vr"][seat]
        for name, number in zip(words[1::2], words[2::2], strict=True):
            way_ = DIRECTIONS.index(name)
            vq, vr = vq + int(number) * STEP_Q[way_], vr + int(number) * STEP_R[way_]
        first, place = DIRECTIONS.index(words[1]), view["origin"]
        start = view["path_q"][seat][place] + STEP_Q[first], view["path_r"][seat][place] + STEP_R[first]
        enemy = 1 - seat
        if view["rulings"]["point_blank"] == "meets" and start == here(view, enemy):
            return f"  (on the {SEATS[enemy]}'s ship, which it meets at once)"
        return _lands(view, start, (vq, vr))
    if choice == "hold":
        return "  (both fly on)" if seat == st.ATTACKER else "  (both fly on, unless the attacker detonates)"
    return f"  ({EFFECTS[choice]})" if choice in EFFECTS else ""


def _lands(view: View, start: Hex, velocity: Hex) -> str:
    velocity, (q, row) = _moved(view, start, velocity)
    return f"  (velocity {counter_text(*velocity)}, to {q},{row}{_off(view, (q, row))})"
