"""What an experiment may do to one seat of Space Goats."""

from .restrictions import RESTRICTIONS, forbids

__all__ = ["RESTRICTIONS", "forbids"]
