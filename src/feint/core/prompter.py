"""What a game's `screen.py` may ask of the place where it is shown: say a line, read an answer."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

View: TypeAlias = dict[str, Any]
"""What a seat may know, as `match.view` gives it."""


class Prompter(Protocol):
    """A terminal with people in front of it."""

    def say(self, line: str = "") -> None:
        """Show a line."""

    def read(self, prompt: str, secret: bool = False, above: Sequence[str] = ()) -> str:
        """Ask for a line, with some lines above the prompt that belong to it. A secret one is typed unseen where others
        sit at the same keyboard."""


def read_choice(
    prompter: Prompter,
    prompt: str,
    choices: Mapping[str, str],
    refusal: str,
    secret: bool = False,
    may_go_back: bool = False,
    above: Sequence[str] = (),
) -> str:
    """Ask until the answer is one of `choices` and give what it stands for; "" when nothing was typed to go back.

    What a choice stands for may be typed too (`rest` for `2`), and just enter for the only one. The refusal never
    repeats the answer: it may be secret.
    """
    while True:
        answer = " ".join(prompter.read(prompt, secret, above).lower().split())
        if answer in choices:
            return choices[answer]
        if answer in choices.values():
            return answer
        if may_go_back and not answer:
            return ""
        if not answer and len(only := set(choices.values())) == 1:
            return only.pop()
        prompter.say(refusal)
        above = ()


def span(numbers: list[int]) -> str:
    """A range for a prompt: `1-3`, or `1` when there is only one."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


def numbered(choices: Sequence[str]) -> str:
    """The numbers in a list of choices, for a prompt: `1-3`, or that there is only one."""
    return f"1-{len(choices)}" if len(choices) > 1 else "1 or enter, the only choice"
