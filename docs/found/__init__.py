"""What goes into docs/findings.md: one module a game, and how numbers become tables, sentences and plots."""
