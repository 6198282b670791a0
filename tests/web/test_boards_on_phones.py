"""Boards under a finger: a tap does what it is on, though the page says something new at the same moment."""

import pytest

from kit.page import People
from kit.stage import Stage, positions

pytestmark = pytest.mark.xdist_group("boards")

PHONE = {
    "width": 390,
    "height": 790,
}  # where one more line above it makes a path of four columns larger than one of three
# The sentence above the board wraps as soon as something is touched: the board gets lower under the finger.
CROWDED = """() => document.querySelector('.stage').addEventListener('pointerdown', () => {
    document.querySelector('.turn').style.minHeight = '52px';
})"""
MIDDLE = """(choice) => {
    const box = document.querySelector(`.board [data-choice="${choice}"]`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height * 0.6];
}"""


@pytest.mark.parametrize("choice", ["move", "scan 8"])
def test_the_first_tap_chooses(people: People, choice: str) -> None:
    position = next(positions("minefield-navigator"))
    stage = Stage(people, "minefield-navigator", position.seat, has_touch=True, viewport=PHONE)
    stage.show(position)
    page = stage.page
    page.evaluate(CROWDED)
    x, y = page.evaluate(MIDDLE, choice)
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("document.querySelector('.turn').textContent.startsWith('Sending')")
    assert stage.chosen == [choice]
