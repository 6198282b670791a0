"""Kuhn Poker in words."""

from feint.core.prompter import View


def choice(view: View, action: int) -> str:
    return ("pass", "bet")[action]


def outcome(view: View, number: int) -> str:
    return f"card {number + 1}"


def story(before: View | None, after: View) -> list[str]:
    if before is None or after["moves"] == before["moves"]:
        return []
    mover = ("first", "second")[before["moves"] % 2]
    return [f"{mover} {'bets' if sum(after['paid']) > sum(before['paid']) else 'passes'}."]
