"""Choices as people write them: found whatever their spaces and capitals."""


def index_of_choice(choice: str, texts: list[str]) -> int | None:
    """The index of a choice among some texts; None if it isn't one of them."""
    if choice in texts:
        return texts.index(choice)
    wanted = folded(choice)
    return next((place for place, text in enumerate(texts) if folded(text) == wanted), None)


def folded(text: str) -> str:
    """A choice's text for comparing: how it is spaced and capitalised makes no difference."""
    return " ".join(text.lower().replace(", ", ",").split())
