/** Keeps the second click of a double click from answering a question that wasn't there yet when it began. */

/**
 * @param {HTMLElement} place
 * @param {() => string} question what is asked now, and of whom
 */
export function ignoreHastyClicks(place, question) {
  let asked = "";
  const first = (/** @type {MouseEvent} */ event) => {
    if (event.detail <= 1) asked = question();
    else if (question() !== asked) event.stopPropagation(); // the browser counts clicks on one spot in quick succession
  };
  place.addEventListener("click", first, { capture: true });
}
