"""Goofspiel in words."""

from feint.core.prompter import View


def choice(view: View, action: int) -> str:
    return f"bid {action + 1}"


def outcome(view: View, number: int) -> str:
    return f"prize {number + 1}"


def story(before: View | None, after: View) -> list[str]:
    if before is None or after["round"] == before["round"]:
        return []
    taker = ("first takes", "second takes", "nobody takes")[after["taker"] - 1]
    return [f"{taker} the prize {before['prize']}."]
