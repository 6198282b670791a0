"""Clocks: when to look at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tables that are there already have no clock."""
    op.add_column("tables", sa.Column("due", sa.BigInteger, nullable=True))
    op.create_index("tables_due", "tables", ["due"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("tables_due", "tables")
    op.drop_column("tables", "due")
