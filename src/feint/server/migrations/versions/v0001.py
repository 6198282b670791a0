"""Tables and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make both."""
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("address", sa.String(64), nullable=True),
        sa.Column("shown", sa.Text, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["public", "ended", "opened"])
    op.create_index("tables_by_address", "tables", ["address"])


def downgrade() -> None:
    """Drop both."""
    op.drop_table("tables")
    op.drop_table("events")
