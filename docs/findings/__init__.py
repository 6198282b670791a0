"""`make findings`: writes docs/designers/findings.md and its plots from what the solver finds, one module per game."""
