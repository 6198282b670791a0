"""Urn in words."""

from feint.core.prompter import View

BALLS = ("red", "blue", "green")


def choice(view: View, action: int) -> str:
    return ("hold", "swap")[action]


def outcome(view: View, number: int) -> str:
    return f"draw {BALLS[number]}"


def story(before: View | None, after: View) -> list[str]:
    if before is None or after["over"] or after["seat"] is None:
        return []
    seat = ("left", "right").index(after["seat"])
    if after["ball"][seat] == before["ball"][seat]:
        return []
    return [f"You hold a {BALLS[after['ball'][seat] - 1]} ball."]
