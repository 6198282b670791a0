"""Pennies in words."""

from feint.core.prompter import View


def choice(view: View, action: int) -> str:
    return ("heads", "tails")[action]


def outcome(view: View, number: int) -> str:
    return f"toss {number}"


def story(before: View | None, after: View) -> list[str]:
    return []
