"""A language model plays a match through `feint mcp`: it is told the rules, and asked whenever its seat has to choose.

    python examples/language_model.py tower-siege "my-model --quiet"

The second argument is a command that reads a question and writes an answer: any model that has one. Programs that
speak the Model Context Protocol need nothing of this; they start `feint mcp` themselves (see docs/researchers/mcp.md).
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import Any

TRIES = 3  # answers that are no choice, one after the other


class Seat:
    """One seat of a match, in a process of its own."""

    def __init__(self, game: str, *options: str) -> None:
        command = [sys.executable, "-m", "feint", "mcp", game, *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.sent = 0
        self.instructions: str = self._ask("initialize")["instructions"]

    def call(self, tool: str, **arguments: str) -> str:
        """What a tool says; what it refuses is a ValueError."""
        found = self._ask("tools/call", name=tool, arguments=arguments)
        text: str = found["content"][0]["text"]
        if found["isError"]:
            raise ValueError(text)
        return text

    def _ask(self, method: str, **parameters: Any) -> Any:
        self.sent += 1
        message = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": parameters}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(message), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())["result"]

    def close(self) -> None:
        """End the match."""
        self.process.communicate()


def play(seat: Seat, ask: Callable[[str], str]) -> dict[str, float]:
    """Ask for one choice after the other until the match is over, and return the scores."""
    rules, news, tries = seat.call("rules"), seat.call("view"), 0
    while "scores" not in (now := json.loads(news)):
        question = (
            f"{seat.instructions}\n\n{rules}\n\nThis is what you see:\n{news}\n\nAnswer with one of your legal choices."
        )
        answer = ask(question).strip()
        try:
            news, tries = seat.call("play", choice=answer), 0
        except ValueError as error:
            tries += 1
            news = json.dumps(now | {"refused": str(error)})
            if tries == TRIES:
                raise
    scores: dict[str, float] = now["scores"]
    return scores


def main(game: str, model: str) -> None:
    """Play a match, with a command for a model."""

    def ask(question: str) -> str:
        return subprocess.run(shlex.split(model), input=question, capture_output=True, text=True, check=True).stdout

    seat = Seat(game)
    try:
        print(play(seat, ask))
    finally:
        seat.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
