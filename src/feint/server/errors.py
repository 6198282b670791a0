"""What is refused at tables, each time in a sentence for people."""

from feint.core.errors import FeintError


class Refused(FeintError):
    """Something that can't be done at this table now; nothing was changed."""


class TableNotFound(Refused):
    """No table has that id."""


class UnreadableTable(Refused):
    """What was stored of a table doesn't fit the rules as they are."""


class TooManyConnections(Refused):
    """There are too many connections from one address."""
