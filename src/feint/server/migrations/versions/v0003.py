"""The server's own time, which goes on from process to process; tables that ended long ago; turns in the list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """No process has left a sign of life so far."""
    op.create_table(
        "server_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO server_time (id, at, wall) VALUES (1, 0, 0)")
    op.create_index("tables_by_age", "tables", ["ended", "opened"])
    op.drop_index("tables_listed", "tables")
    op.create_index("tables_in_turn", "tables", ["public", "ended", "address", sa.text("opened DESC"), "id"])


def downgrade() -> None:
    """Undo it."""
    op.drop_index("tables_in_turn", "tables")
    op.create_index("tables_listed", "tables", ["public", "ended", "opened"])
    op.drop_index("tables_by_age", "tables")
    op.drop_table("server_time")
