/** How large the page's text is. */

import { readSetting, writeSetting } from "./storage.js";

/** @typedef {"normal" | "large" | "larger"} TextSize */

/** @returns {TextSize} */
export function textSize() {
  const chosen = readSetting("text");
  return chosen === "large" || chosen === "larger" ? chosen : "normal";
}

/** @param {TextSize} size */
export function setTextSize(size) {
  writeSetting("text", size);
  applyTextSize();
}

/** Tell the style sheets. */
export function applyTextSize() {
  document.documentElement.dataset.text = textSize();
}
