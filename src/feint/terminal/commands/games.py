"""`feint games` lists the games."""

import json

from feint.core.game import game_names, load
from feint.terminal.arguments import Commands, Options, add_json


def add_parser(commands: Commands) -> None:
    """The arguments of `feint games`."""
    parser = commands.add_parser("games", help="list the games")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: Options) -> int:
    """List the games."""
    from feint.terminal.console import wrapped

    games = [
        {"name": game.name, "title": game.title, "seats": list(game.all_seats), "pitch": game.pitch}
        for game in map(load, game_names())
    ]
    if options.json:
        print(json.dumps(games, indent=2))
        return 0
    lines = []
    for game in games:
        lines += [f"{game['name']}  ({', '.join(game['seats'])})", f"    {game['pitch']}", ""]
    advice = (
        "Learn one with: feint learn NAME    Play it with: feint play NAME    Read its rules with: feint rules NAME"
    )
    print(wrapped("\n".join([*lines, advice])))
    return 0
