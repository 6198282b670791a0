/** The dialog to share a finished match: its link, a replay to embed elsewhere, and files to keep. */

import { copyField } from "./copy_field.js";
import { dialog } from "./dialogs.js";
import { addStyle, html } from "./dom.js";
import { request } from "./http.js";
import { LOOPBACK } from "./invitation.js";
import { saveFile } from "./save_file.js";

const STYLE = `
dialog.share .text { display: grid; gap: 14px; }
dialog.share .text > img { display: block; width: min(100%, 400px, 70dvh); height: auto; margin: 0 auto; aspect-ratio: 1200 / 630; border: 1px solid var(--line); border-radius: var(--round); background: var(--paper-sunk); }
dialog.share section { display: grid; gap: 8px; }
dialog.share h3 { font-size: 1.05rem; }
dialog.share .address { display: flex; gap: 8px; flex-wrap: wrap; }
dialog.share .address input { flex: 1 1 9rem; min-width: 0; font: 0.9rem/1.6 var(--numbers); background: var(--paper-sunk); }
`;

/**
 * Show how a match that has ended can be shared.
 * @param {import("./protocol.js").TableDetails} about
 */
export function openShare(about) {
  addStyle(STYLE);
  const { table, title } = about;
  const address = `${location.origin}/m/${table}`;
  const frame = `<iframe src="${location.origin}/embed/${table}" title="${title.replaceAll('"', "&quot;")} on Feint" width="640" height="480" loading="lazy"></iframe>`;
  const said = html("p", { class: "small soft", role: "status" });
  const download = html("button", { type: "button", onclick: () => downloadMatch(about) }, "Download match");
  const animate = /** @type {HTMLButtonElement} */ (html("button", { type: "button", onclick: () => downloadAnimation(about, animate, said) }, "Download animation (GIF)"));
  dialog("Share this match", "share",
    html("img", { src: `/m/${table}.svg`, alt: "The picture that chat programs show with the link", width: 1200, height: 630 }),
    html("section", {},
      html("h3", {}, "Link"),
      html("p", { class: "small soft" }, "Chat programs show it with the result and this picture. Everyone who has it can watch the match."),
      copyField(address, "Link to this match", `Feint: ${title}`),
      LOOPBACK.includes(location.hostname) ? html("p", { class: "small soft" }, "The link works only on this computer, because the server can't be reached from any other.") : null),
    html("section", {},
      html("h3", {}, "Embed"),
      html("p", { class: "small soft" }, "Paste this into a web page to show the replay there."),
      copyField(frame, "Code to embed this match")),
    html("section", {},
      html("h3", {}, "Files"),
      html("div", { class: "actions" }, download, animate),
      said));
}

/** @param {import("./protocol.js").TableDetails} about */
async function downloadMatch(about) {
  const text = await request(`/tables/${about.table}/record`);
  saveFile(new Blob([text], { type: "text/plain" }), `${fileName(about)}.feint`);
}

/**
 * @param {import("./protocol.js").TableDetails} about
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} said
 */
async function downloadAnimation(about, button, said) {
  button.disabled = true;
  try {
    const { animation } = await import("./animation.js");
    const made = await animation(about, (done, all) => (said.textContent = `Drawing step ${done} of ${all}…`));
    saveFile(made, `${fileName(about)}.gif`);
    said.textContent = "";
  } catch (error) {
    console.error(error);
    said.textContent = "This browser can't draw the animation. Try another one.";
  }
  button.disabled = false;
}

/** @param {import("./protocol.js").TableDetails} about */
function fileName({ game, table }) {
  return `${game}-${table.slice(0, 8)}`;
}
