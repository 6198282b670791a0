/** Small sounds of a few notes each, made by the browser. Loaded only where someone wants to hear them. */

/** @typedef {"turn" | "chosen" | "reveal" | "won" | "lost" | "over"} Cue */

/** @type {Record<Cue, number[]>} the notes of each, in Hz */
const NOTES = {
  chosen: [440],
  reveal: [330, 392],
  turn: [587, 784],
  won: [523, 659, 784, 1047],
  lost: [392, 330, 262],
  over: [440, 440],
};
const LENGTH = 0.11; // seconds from one note to the next
const FADES = 0.25; // seconds until a note can't be heard any more
const LOUDNESS = 0.15;
const SILENCE = 0.0001; // as low as an exponential curve goes

/** @type {AudioContext | undefined} */
let context;
let free = 0; // when the last sound is over: the next one begins then

/**
 * Play sounds, one after the other. Someone must have clicked or typed before: browsers want that.
 * @param {Cue[]} cues
 */
export function play(cues) {
  context ??= new AudioContext();
  context.resume();
  free = Math.max(free, context.currentTime);
  for (const frequency of cues.flatMap((cue) => NOTES[cue])) {
    note(context, frequency, free);
    free += LENGTH;
  }
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} at
 */
function note(context, frequency, at) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(LOUDNESS, at);
  loudness.gain.exponentialRampToValueAtTime(SILENCE, at + FADES);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + FADES);
}
