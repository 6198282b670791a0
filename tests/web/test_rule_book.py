"""The rule books in the page."""

import re

import pytest
from playwright.sync_api import expect

import feint
from feint.core.rulebook import drawn, pictures_of, sections_of
from kit.chromium import PHONE
from kit.page import (
    People,
    clean,
    no_wider,
)

pytestmark = pytest.mark.xdist_group("browser")  # one at a time is enough for a machine

GAMES = feint.game_names()


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_book(people: People, name: str) -> None:
    """Its contents lead to its sections, every picture is there, tables are tables, and axe finds nothing."""
    page = people.person(f"/#/game/{name}", viewport=PHONE)
    page.click("button:has-text('Rules')")
    book = page.locator("dialog.book")
    titles = [section.title for section in sections_of(feint.load(name), drawn, for_players=True)]
    expect(book.locator("nav button")).to_have_text(titles)
    assert book.locator(".chapter > h3").all_inner_texts() == titles
    book.locator("nav button", has_text="Summary").click()
    expect(book.locator("h3", has_text="Summary")).to_be_focused()
    expect(book.locator("h3", has_text="Summary")).to_be_in_viewport()
    pictures = book.locator("img")
    assert pictures.count() == len(pictures_of(feint.load(name)))
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        page.wait_for_function("(img) => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
        assert len(picture.get_attribute("alt") or "") > 20
    assert book.locator("pre").count() > 0
    said = book.inner_text()
    assert not re.search(r"\*\*|\]\(|^\| |\{\{", said, re.MULTILINE), "no mark-up is left"
    assert not [words for words in book.locator("p, li, th, td, dd").all_inner_texts() if "*" in words]
    no_wider(page)
    clean(page)


def test_a_rule_book_leads_to_the_lessons(people: People) -> None:
    page = people.person("/#/game/tower-siege")
    page.click("button:has-text('Rules')")
    page.click("dialog.book >> text=Learn by playing")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".coach h1")).to_have_text(feint.load("tower-siege").lessons[0].title)


def test_a_rule_book_can_do_nothing_but_be_read(people: People) -> None:
    """Whatever someone writes into one stays text, and no picture comes from anywhere else."""
    page = people.person()
    made = page.evaluate(
        """async (text) => {
            const { render } = await import("/web/markdown.js");
            const host = document.createElement("div");
            host.append(...render(text, "/games/x/", () => {}));
            const names = [...host.querySelectorAll("*")].map((one) => one.localName);
            return { names: [...new Set(names)].sort(), sources: [...host.querySelectorAll("[src], [href]")].length, text: host.textContent };
        }""",
        "\n\n".join(WICKED),
    )
    assert made["names"] == ["code", "div", "li", "p", "strong", "table", "td", "th", "tr", "ul"]
    assert made["sources"] == 0
    for line in WICKED[:5]:
        assert line in made["text"]


WICKED = (
    "<script>window.wicked = 1</script>",
    "<img src=x onerror=alert(1)>",
    "![a picture](https://elsewhere.example/x.svg)",
    "![a picture](../../x.svg)",
    "[press me](javascript:alert(1))",
    "- **<b onclick=alert(1)>bold</b>** `<i>code</i>`",
    "| <u>cell</u> |\n| --- |\n| <script>1</script> |",
)
