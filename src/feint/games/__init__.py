"""One folder a game: all that knows its rules. A folder with a game.toml is found by itself."""
