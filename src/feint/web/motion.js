/** How much the page moves: what was chosen in the settings, or what the system is set to. */

import { readSetting, writeSetting } from "./storage.js";

/** @typedef {"off" | "normal" | "slow"} Speed of animations */

const SLOW = 2.5; // times as long

/** @returns {Speed} */
export function animationSpeed() {
  const chosen = readSetting("animation");
  if (chosen === "off" || chosen === "normal" || chosen === "slow") return chosen;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal";
}

/** @param {Speed} speed */
export function setAnimationSpeed(speed) {
  writeSetting("animation", speed);
  applyMotion();
}

/** Tell the style sheets; without a choice they follow the system by themselves. */
export function applyMotion() {
  const chosen = readSetting("animation");
  if (chosen) document.documentElement.dataset.motion = chosen;
}

/** Whether nothing is to move. */
export function isStill() {
  return animationSpeed() === "off";
}

/**
 * How long an animation takes that normally takes so long.
 * @param {number} ms
 */
export function paced(ms) {
  return animationSpeed() === "slow" ? ms * SLOW : ms;
}
