"""Seats can be told apart by everyone: by their colours as eyes without one kind of cone see them, and by their shapes."""

import math
import re
from itertools import combinations

import numpy as np
import pytest
from playwright.sync_api import expect

from kit.node import WEB
from kit.page import People

CLEAR = 15  # of CIE Lab: far above what can be told apart side by side, for marks that are small and apart
READABLE = 4.5  # the contrast that WCAG asks of text
TINT = 0.08  # of a seat's colour, behind it where it is that seat's turn

# From linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009), with one kind of cone missing.
EYES = {
    "all cones": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(axis=1)

Colours = dict[str, np.ndarray]


def palettes() -> dict[str, Colours]:
    """The colours of the style sheet by name, sRGB from 0 to 1, by day and by night."""
    style = (WEB / "style.css").read_text()
    found = re.findall(r"--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);", style)
    return {
        "light": {name: colour(day) for name, day, _ in found},
        "dark": {name: colour(night) for name, _, night in found},
    }


def colour(code: str) -> np.ndarray:
    return np.array([int(code[at : at + 2], 16) / 255 for at in (0, 2, 4)])


def linear(colour: np.ndarray) -> np.ndarray:
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> tuple[float, float, float]:
    part = XYZ @ light / WHITE
    x, y, z = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: np.ndarray, other: np.ndarray) -> float:
    dark, bright = sorted(float(XYZ[1] @ linear(colour)) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("eyes", EYES)
def test_colours_of_seats_differ_for_all_eyes(scheme: str, eyes: str) -> None:
    palette = palettes()[scheme]
    seen = {seat: lab(np.clip(EYES[eyes] @ linear(palette[f"seat-{seat}"]), 0, 1)) for seat in range(5)}
    apart = {pair: math.dist(seen[pair[0]], seen[pair[1]]) for pair in combinations(seen, 2)}
    assert min(apart.values()) >= CLEAR, apart


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_seats_can_be_read(scheme: str) -> None:
    palette = palettes()[scheme]
    for seat in range(5):
        colour, raised = palette[f"seat-{seat}"], palette["paper-raised"]
        for paper in (palette["paper"], raised, palette["paper-sunk"], TINT * colour + (1 - TINT) * raised):
            assert contrast(colour, paper) >= READABLE, seat


@pytest.mark.xdist_group("browser")
def test_seats_have_shapes(people: People) -> None:
    """Every seat its own, and none so small that it can't be made out."""
    page = people.person("/#/game/space-goats")
    page.locator("details.rulings summary").click()
    page.fill("#dial-players", "5")
    marks = page.locator(".seatrow .dot")
    expect(marks).to_have_count(5)
    expect(page.locator(".seatrow:visible")).to_have_count(
        5
    )  # at once, or Play would move away from whoever clicks it next
    look = "all => all.map((one) => (({ clipPath, borderRadius, width }) => [clipPath + borderRadius, parseFloat(width)])(getComputedStyle(one)))"
    found = marks.evaluate_all(look)
    assert len({shape for shape, _ in found}) == 5
    assert all(width >= 12 for _, width in found)
