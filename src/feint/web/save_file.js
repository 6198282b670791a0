/** Saves something as a file on the device. */

import { html } from "./dom.js";

/**
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const url = URL.createObjectURL(content);
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
