"""Raffle in words."""

from feint.core.prompter import View

ITEMS = ("nothing", "charm", "dud")


def choice(view: View, action: int) -> str:
    return f"take {ITEMS[action]}"


def outcome(view: View, number: int) -> str:
    return f"number {number}"


def story(before: View | None, after: View) -> list[str]:
    return []
