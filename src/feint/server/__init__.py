"""The network table: a server that never says too much, never loses a choice, and can prove that it was fair.

`table` is what happens at a table, as a list of events; `feed` is what each viewer gets of it; `store` keeps the
events; `hub` brings the three together for all tables of a process; `connection` speaks WebSocket, `app` HTTP.
docs/server.md has every message.
"""
