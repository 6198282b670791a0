/** A text in a field, with buttons to copy it and to send it with what the device has for that. */

import { html } from "./dom.js";

/**
 * @param {string} text
 * @param {string} label what a screen reader says
 * @param {string | null} [title] of what is at the address, if the text is one that can be sent
 */
export function copyField(text, label, title = null) {
  const field = /** @type {HTMLInputElement} */ (html("input", { type: "text", readonly: true, value: text, "aria-label": label }));
  field.addEventListener("focus", () => field.select());
  const said = html("span", { class: "small soft", role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Selected: copy it with your keyboard."; // browsers copy only at secure addresses
    }
  };
  const buttons = [html("button", { type: "button", class: "main", onclick: copy }, "Copy")];
  if (title !== null && "share" in navigator) {
    const send = () => navigator.share({ title, url: text }).catch(() => {}); // someone changed their mind
    buttons.push(html("button", { type: "button", onclick: send }, "Share"));
  }
  return html("div", { class: "address" }, field, ...buttons, said);
}
