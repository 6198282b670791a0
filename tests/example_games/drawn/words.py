"""Drawn in words."""

from feint.core.prompter import View


def choice(view: View, action: int) -> str:
    return f"take {action}"


def outcome(view: View, number: int) -> str:
    return f"draw {number}"


def story(before: View | None, after: View) -> list[str]:
    if before is None or before["phase"] == after["phase"]:
        return []
    phase = before["phase"]
    mine = (
        [] if after["over"] or after["seat"] is None else after["knows"][("left", "right").index(after["seat"])][phase]
    )
    return [f"Phase {phase} is over: {after['shown'][phase]}, and you know {mine}."]
