"""Exit codes of the command `feint`, other than 0."""

FAILED = 1  # a record that doesn't verify, or output that can't be written
USAGE = 2  # a request that can't be met
INTERRUPTED = 130  # Ctrl-C
