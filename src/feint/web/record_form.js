/** A place to drop or paste the record of a match, to analyse it. */

import { html } from "./dom.js";
import { fromRecord } from "./analysis_source.js";

/** @typedef {import("./analysis_source.js").Source} Source */

const MOST_BYTES = 120_000; // the server takes little more

/**
 * @param {HTMLElement} main
 * @param {(source: Source) => Promise<void>} analyse fails if the server doesn't take the record
 */
export function recordForm(main, analyse) {
  const text = /** @type {HTMLTextAreaElement} */ (html("textarea", { id: "record", rows: "10", spellcheck: "false", autocomplete: "off", placeholder: "feint record 1" }));
  const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", id: "file", accept: ".feint,text/plain" }));
  const wrong = html("p", { class: "notice bad", role: "alert", hidden: true });
  const go = /** @type {HTMLButtonElement} */ (html("button", { type: "submit", class: "main" }, "Analyse"));
  const complain = (/** @type {string} */ sentence) => {
    wrong.textContent = sentence;
    wrong.hidden = false;
  };
  const read = async (/** @type {File | null | undefined} */ dropped) => {
    if (!dropped) return;
    if (dropped.size > MOST_BYTES) return complain("That file is too large to be a match.");
    text.value = await dropped.text();
    await submit();
  };
  const submit = async () => {
    wrong.hidden = true;
    if (!text.value.trim()) return complain("Drop a file first, or paste what is in it.");
    if (text.value.length > MOST_BYTES) return complain("That text is too long to be a match.");
    go.disabled = true;
    try {
      await analyse(fromRecord(text.value));
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
    go.disabled = false;
  };
  const form = html("form", { class: "setup record-form" },
    html("div", {}, html("h1", {}, "Analysis board"),
      html("p", { class: "soft" }, "See what each choice in a finished match was worth, where it was decided, and what you could have done instead. The server keeps nothing of what you send, unless you play on from there.")),
    html("div", { class: "drop card" }, html("label", { for: "file" }, "Drop a .feint file here, or choose one"), file),
    html("label", { for: "record" }, "Or paste a match"), text, wrong,
    html("div", { class: "actions" }, go, html("a", { class: "button", href: "#/" }, "All games")));
  file.addEventListener("change", () => read(file.files?.[0]));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer?.files[0]);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  main.replaceChildren(form);
}
