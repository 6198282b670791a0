"""One file a command of `feint`: its arguments, and what it does.

`feint --help` imports all of them, so what takes long to import is imported where it is used.
"""
