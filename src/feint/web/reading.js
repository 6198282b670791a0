/** A place for words that may need more room than there is: they scroll, and a button at the lower edge says that there is more. */

import { html } from "./dom.js";
import { isStill } from "./motion.js";

const PAGE = 0.8; // of what is seen: a line or two are seen twice
const NEARLY = 3; // pixels that hide nothing

/**
 * @param {HTMLElement} words
 * @returns {HTMLElement} the place, with the words in it
 */
export function reading(words) {
  const readOn = () => words.scrollBy({ top: PAGE * words.clientHeight, behavior: isStill() ? "instant" : "smooth" });
  const more = html("button", { type: "button", class: "read-on", hidden: true, tabindex: "-1", "aria-hidden": "true", onclick: readOn }, "More ▾"); // keys and screen readers have the words themselves
  const look = () => {
    const { scrollHeight, scrollTop, clientHeight } = words;
    const scrolls = scrollHeight > clientHeight + NEARLY;
    more.hidden = scrollHeight - scrollTop - clientHeight <= NEARLY;
    if (scrolls) words.tabIndex = 0;
    else words.removeAttribute("tabindex");
  };
  words.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(words);
  new MutationObserver(look).observe(words, { childList: true, characterData: true, subtree: true });
  return html("div", { class: "reading" }, words, more);
}
