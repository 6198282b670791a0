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
    from feint.bots.levels import described, levels
    from feint.terminal.console import wrapped

    loaded = [load(name) for name in game_names()]
    games = [
        {
            "name": game.name,
            "title": game.title,
            "seats": list(game.all_seats),
            "pitch": game.pitch,
            "levels": {level: described(game, level) for level in levels(game)},
        }
        for game in loaded
    ]
    if options.json:
        print(json.dumps(games, indent=2))
        return 0
    lines = []
    for game in loaded:
        opponents = "; ".join(described(game, level) for level in levels(game))
        lines += [f"{game.name}  ({', '.join(game.all_seats)})", f"    {game.pitch}", f"    {opponents}", ""]
    advice = (
        "Ratings were measured, with Club at 1500 in every game. Play one with: feint play NAME --seat SEAT=club\n"
        "Learn one with: feint learn NAME    Play it with: feint play NAME    Read its rules with: feint rules NAME"
    )
    print(wrapped("\n".join([*lines, advice])))
    return 0
