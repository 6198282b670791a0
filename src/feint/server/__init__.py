"""The network table: a server that never says too much, never loses a choice, and can prove that it was fair.

`table` is what happens at a table, as a list of events, which `opening` begins and `clock` measures; `viewer` is what
each viewer gets of it; `event_store` keeps the events; `hub` brings these together for all tables of a process, and
`timers` sees to what nobody asks for; `connection` speaks WebSocket, `app` HTTP. docs/developers/server.md has
every message.
"""
