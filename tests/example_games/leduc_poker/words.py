"""Leduc Poker in words."""

from feint.core.prompter import View


def choice(view: View, action: int) -> str:
    return ("fold", "call", "raise")[action]


def outcome(view: View, number: int) -> str:
    return f"card {number + 1}"


def story(before: View | None, after: View) -> list[str]:
    if before is None:
        return []
    if after["common"] != before["common"]:
        return [f"The common card is a {after['common']}."]
    if after["paid"] != before["paid"]:
        return [f"first has paid {after['paid'][0]}, second {after['paid'][1]}."]
    return []
