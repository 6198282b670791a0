/** The settings dialog: light or dark, how fast things move, how large text is, and sound. They are kept in this browser. */

import { hear } from "./cues.js";
import { dialog } from "./dialogs.js";
import { html } from "./dom.js";
import { animationSpeed, setAnimationSpeed } from "./motion.js";
import { readSetting, writeSetting } from "./storage.js";
import { setTextSize, textSize } from "./text_size.js";

/** @typedef {"system" | "light" | "dark"} Theme */
/** @type {[Theme, string][]} */
const THEMES = [["system", "System"], ["light", "Light"], ["dark", "Dark"]];
/** @type {[import("./motion.js").Speed, string][]} */
const SPEEDS = [["off", "Off"], ["normal", "Normal"], ["slow", "Slow"]];
/** @type {[import("./text_size.js").TextSize, string][]} */
const SIZES = [["normal", "Normal"], ["large", "Large"], ["larger", "Larger"]];

/** Open the dialog. What is chosen counts at once. */
export function showSettings() {
  const sound = html("input", { type: "checkbox", checked: readSetting("sound") === "on", onchange: ({ target }) => {
    writeSetting("sound", target.checked ? "on" : "off");
    hear(["turn"]);
  } });
  dialog("Settings", "settings",
    html("fieldset", {}, html("legend", {}, "Theme"), radios("theme", THEMES, /** @type {Theme} */ (readSetting("theme") ?? "system"), setTheme)),
    html("fieldset", {}, html("legend", {}, "Animations"), radios("animation", SPEEDS, animationSpeed(), setAnimationSpeed),
      html("p", { class: "soft small" }, "Click the board or press the space bar to skip an animation.")),
    html("fieldset", {}, html("legend", {}, "Text size"), radios("text", SIZES, textSize(), setTextSize)),
    html("fieldset", {}, html("legend", {}, "Sound"), html("label", { class: "check" }, sound, "Play sounds")));
}

/** @param {Theme} theme as theme.js reads it when the page is opened */
function setTheme(theme) {
  writeSetting("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * @template {string} T
 * @param {string} name
 * @param {[T, string][]} options
 * @param {T} now
 * @param {(value: T) => void} change
 */
function radios(name, options, now, change) {
  return html("div", { class: "actions" }, ...options.map(([value, words]) =>
    html("label", { class: "check" }, html("input", { type: "radio", name, value, checked: value === now, onchange: () => change(value) }), words)));
}
