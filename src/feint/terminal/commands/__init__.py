"""One file a command of `feint`: its arguments, and what it prints."""
