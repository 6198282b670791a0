"""The server's log, which holds no secrets: an error is noted by its kind and place, never in its own words.

An error's words may be those of the rules: which choices someone had, or what was in a database's row.
"""

import logging
import traceback

logger = logging.getLogger("feint.server")


def trouble(what: str, error: BaseException) -> None:
    """Note something that should not have happened, for whoever has to find the cause."""
    places = "".join(traceback.format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s at\n%s", what, type(error).__name__, places)
