"""The command `feint`: play, look things up, replay and simulate at a terminal."""
