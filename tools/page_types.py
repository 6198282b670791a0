"""Writes the page's types from Python: the protocol's messages, and each game's views and constants. `make types`.

The protocol becomes `web/protocol.js`; a game with a board gets a `schema.js` from its schema, rulings, data files and
`screen.FACTS`. Both hold JSDoc types, which TypeScript checks, and constants, which the page imports.
"""

import ast
import json
import re
import textwrap
from enum import Enum
from pathlib import Path
from typing import Any

import feint
from feint import protocol
from feint.core import outcome
from feint.core.game import Game
from feint.core.rulings import Ruling
from feint.core.schema import DATA, HIDDEN, PRIVATE, RULING, Field

SOURCE = Path(feint.__file__).parent
WIDTH = 140
HEAD = "Written by `make types`: don't edit it."
TYPES = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "Any": "any", "None": "null"}

# What every view holds besides the game's own fields.
COMMON = [
    ("game", "string", "the game's name"),
    ("seat", "string | null", "whose view it is; null: a spectator's"),
    ("rulings", "Rulings", ""),
    ("pending", "string[]", "the seats that owe a choice"),
    ("over", "boolean", "whether the match is over"),
]


def generated() -> dict[Path, str]:
    """All files, with what they hold."""
    files = {SOURCE / "web" / "protocol.js": protocol_file()}
    for name in feint.game_names():
        game = feint.load(name)
        if any(game.folder.glob("board*.js")):
            files[game.folder / "schema.js"] = game_file(game)
    return files


# The protocol.


def protocol_file() -> str:
    """The messages of `feint.protocol` as types, with its close codes and the ways for a match to end."""
    source = Path(protocol.__file__).read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    parts = [f"/** Messages between the server and its clients, from protocol.py and outcome.py. {HEAD} */"]
    for name, value in vars(protocol).items():
        if isinstance(value, type) and issubclass(value, Enum) and list(value):
            parts.append(enum(name, value))
    parts.append(constant("FORFEITS", outcome.FORFEITS, "What a seat did that lost before the rules ended the match."))
    classes: dict[str, list[Property]] = {}
    for number, node in enumerate(tree.body):
        if isinstance(node, ast.ClassDef) and not hasattr(getattr(protocol, node.name), "__members__"):
            optional = any(keyword.arg == "total" for keyword in node.keywords)
            inherited = [field for base in node.bases for field in classes.get(ast.unparse(base), [])]
            classes[node.name] = inherited + [
                message_field(field, lines, optional) for field in node.body if isinstance(field, ast.AnnAssign)
            ]
            parts.append(typedef(node.name, classes[node.name], ast.get_docstring(node) or ""))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp | ast.Subscript):
            name = ast.unparse(node.targets[0])
            parts.append(comment(docstring_after(tree.body, number), f"@typedef {{{type_of(node.value)}}} {name}"))
    return "\n\n".join(parts) + "\n"


Property = tuple[str, str, str]  # name, type, and what it is


def message_field(field: ast.AnnAssign, lines: list[str], optional: bool) -> Property:
    """A field of a message; what its comment says goes with it."""
    name, annotation = ast.unparse(field.target), field.annotation
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "NotRequired":
        annotation, optional = annotation.slice, True
    _, _, what = lines[(field.end_lineno or field.lineno) - 1].partition("  # ")
    return (f"[{name}]" if optional else name), type_of(annotation), what


def type_of(annotation: ast.expr) -> str:
    """A Python annotation as TypeScript writes it."""
    if isinstance(annotation, ast.BinOp):
        return union([type_of(annotation.left), type_of(annotation.right)])
    if isinstance(annotation, ast.Subscript):
        inner = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        kind = ast.unparse(annotation.value)
        if kind == "Literal":
            return union([json.dumps(ast.literal_eval(value)) for value in inner])
        return rows(type_of(inner[0])) if kind == "list" else f"Record<string, {type_of(inner[1])}>"
    name = ast.unparse(annotation)
    return TYPES.get(name, name)


def docstring_after(body: list[ast.stmt], number: int) -> str:
    """The text below a statement, if it is one."""
    after = body[number + 1] if number + 1 < len(body) else None
    return str(ast.literal_eval(after.value)) if isinstance(after, ast.Expr) else ""


def enum(name: str, members: type[Enum]) -> str:
    """An enumeration: its values by name, and the type of such a value."""
    values = json.dumps({member.name: member.value for member in members})
    kind = union([json.dumps(member.value) for member in members])
    return (
        f"/** {members.__doc__} @typedef {{{kind}}} {name} */\nexport const {name} = /** @type {{const}} */ ({values});"
    )


# Games.


def game_file(game: Game) -> str:
    """A game's views as a type, and its constants."""
    parts = [f"/** {game.title}: what its views hold, and constants of its rules, from its Python files. {HEAD} */"]
    parts.append(
        typedef("Rulings", [(name, ruling_type(game, ruling), "") for name, ruling in game.all_rulings.items()])
    )
    fields = [*COMMON]
    for name, sheet in game.shown_data.items():
        row = Path(game.files[name]).stem.removesuffix("s").capitalize()
        parts.append(typedef(row, [(key, value_type([one[key] for one in sheet]), "") for key in sheet[0]]))
        fields.append((name, f"{row}[]", ""))
    notes = schema_comments(game)
    seen = [field for field in game.schema.fields if field.seen_by not in (RULING, DATA)]
    fields += [(field.name, field_type(field), field_note(field, notes)) for field in seen]
    assert [name for name, _, _ in fields] == list(game.start(seed=1).view(None)), "a view holds these"
    parts.append(typedef("View", fields, "What a viewer sees of a match; null stands for what is hidden from them."))
    parts.append(constant("SEAT_NAMES", list(game.all_seats)))
    facts = getattr(game.screen, "FACTS", None) or {}
    parts.append("\n".join(constant(name.upper(), value) for name, value in facts.items()))
    return "\n\n".join(filter(None, parts)) + "\n"


def ruling_type(game: Game, ruling: Ruling) -> str:
    """A ruling's value: one of its choices, or a number."""
    if "choices_from" in game.about["rulings"][ruling.name]:
        return "string"  # whatever a designer's data file names
    if ruling.choices:
        return union([json.dumps(choice) for choice in ruling.choices])
    if ruling.by_seat:
        return "string"
    return "number | null" if ruling.may_be_none else "number"


def value_type(values: list[Any]) -> str:
    """The type of such values."""
    if isinstance(values[0], list | tuple):
        return rows(value_type([one for value in values for one in value]))
    return union([TYPES[type(value).__name__.replace("NoneType", "None")] for value in values])


def field_type(field: Field) -> str:
    """A field of a view."""
    depth = len(field.shape)
    if field.seen_by == PRIVATE:
        return rows(f"{rows('number', depth - 1)} | null")
    return f"{rows('number', depth)} | null" if field.seen_by == HIDDEN else rows("number", depth)


def field_note(field: Field, notes: dict[str, str]) -> str:
    """What a field is, and who sees it if not all do."""
    secret = {PRIVATE: "each seat sees its own", HIDDEN: "hidden until the end"}.get(field.seen_by, "")
    return "; ".join(filter(None, [notes.get(field.name, ""), secret]))


def schema_comments(game: Game) -> dict[str, str]:
    """What the game's own source says of each field, beside it."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(game.folder.glob("*.py")))
    return dict(re.findall(r'^    (?:public|private|hidden)\("(\w+)", .*\),  # (.*)$', source, re.MULTILINE))


# How it is written down.


def rows(kind: str, depth: int = 1) -> str:
    """Rows of something, in rows of rows if it is deep."""
    return (f"({kind})" if depth and " | " in kind else kind) + "[]" * depth


def union(kinds: list[str]) -> str:
    """Any of these, each named once."""
    return " | ".join(dict.fromkeys(kinds))


def typedef(name: str, properties: list[Property], text: str = "") -> str:
    """A type with these properties."""
    listed = [f"@property {{{kind}}} {field} {note}".rstrip() for field, kind, note in properties]
    return comment(text, f"@typedef {{object}} {name}", *listed)


def comment(text: str, *tags: str) -> str:
    """A JSDoc comment: a text, and tags after it."""
    lines = [line for part in [*text.split("\n"), *tags] for line in textwrap.wrap(part.strip(), WIDTH - 3)]
    return "\n".join(["/**", *(f" * {line}" for line in lines), " */"])


def constant(name: str, value: Any, text: str = "") -> str:
    """A constant; a long one over several lines."""
    written = json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict) and len(written) > WIDTH - 40:
        written = json.dumps(value, ensure_ascii=False, indent=2)
    return (f"/** {text} */\n" if text else "") + f"export const {name} = {written};"


def main() -> None:
    """Write all files."""
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
