/** Tells what a choice on the board does while the pointer is over it, or while it has the focus; and marks the one to recommend. */

/**
 * @param {HTMLElement} stage
 * @param {(words: string | null) => void} explain called with an element's label, and with null when it is left
 */
export function explainOn(stage, explain) {
  const say = (/** @type {Event} */ event) => {
    const label = /** @type {Element} */ (event.target).closest?.(".pickable, button")?.getAttribute("aria-label");
    explain(label ?? null);
  };
  for (const kind of ["pointerover", "focusin"]) stage.addEventListener(kind, say);
  for (const kind of ["pointerleave", "focusout"]) stage.addEventListener(kind, () => explain(null));
}

/** @type {WeakMap<HTMLElement, MutationObserver>} what marks it again when a board draws anew */
const watching = new WeakMap();
/** @type {WeakMap<HTMLElement, Element>} what is marked: a board may put it away, and bring it back for another question */
const marked = new WeakMap();

/**
 * What is clicked first for a choice that takes two clicks on the board, such as a card before its target.
 * @param {HTMLElement} stage
 * @param {string} choice
 */
function leadingTo(stage, choice) {
  const first = [...stage.querySelectorAll("[data-leads-to]")];
  return first.find((one) => one.getAttribute("data-leads-to")?.split("\n").includes(choice)) ?? null;
}

/**
 * Mark a choice on the board, or none.
 * @param {HTMLElement} stage
 * @param {string | null} choice
 * @returns {boolean} whether the board offers it by itself
 */
export function recommendOn(stage, choice) {
  const mark = () => {
    const found = choice === null ? null : stage.querySelector(`[data-choice="${CSS.escape(choice)}"]`) ?? leadingTo(stage, choice);
    if (marked.get(stage) !== found) marked.get(stage)?.classList.remove("recommended");
    found?.classList.add("recommended");
    if (found) marked.set(stage, found);
    return found !== null;
  };
  watching.get(stage)?.disconnect();
  const watch = new MutationObserver(mark);
  watching.set(stage, watch);
  if (choice !== null) watch.observe(stage, { childList: true, subtree: true });
  return mark();
}
