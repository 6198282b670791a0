"""The server's log, which holds no secrets: an error is noted by its kind and place, never in its own words.

An error's words may be those of the rules: which choices someone had, or what was in a database's row.
"""

import asyncio
import logging
import traceback
from typing import Any

from feint.core.errors import FeintError

logger = logging.getLogger("feint.server")


def log_error(what: str, error: BaseException) -> None:
    """Note something that should not have happened, for whoever has to find the cause."""
    places = "".join(traceback.format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s at\n%s", what, type(error).__name__, places)


def public_error(error: Exception) -> FeintError:
    """What can be said of an error to whoever asked for something: its words if they were meant for people."""
    if isinstance(error, FeintError):
        return error
    log_error("something that was asked for failed", error)
    return FeintError("something went wrong on the server and was logged; try again")


def handle_loop_exception(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What nobody waited for has failed; asyncio would note it with its words, and with what it was called with."""
    error = context.get("exception")
    if error is None:
        logger.error("%s", context["message"])
    else:
        log_error("something failed besides", error)
