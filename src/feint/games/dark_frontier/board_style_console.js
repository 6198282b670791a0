/** How the console and the ships' sheets look, and how they share the board's room with the map at any size. */

// Wide, the two sheets and the console stand in a column beside the map, one's own ship below; upright, they are below the map;
// and on a phone on its side in a narrow column. In all three the map keeps its size from phase to phase,
// but for the lines that tell how an Advance went.
export const CONSOLE_STYLE = `
.df-board { display: grid; gap: 8px; height: 100%; grid-template: "chart above" auto "chart console" minmax(min-content, 1fr) "chart below" auto / minmax(0, 1fr) clamp(284px, 26cqw, 380px); }
.df-sheet { grid-area: above; } .df-below { grid-area: below; }

.df-console { grid-area: console; border: 1px solid var(--line); border-radius: var(--round, 12px); background: var(--paper-raised); padding: 8px 10px; display: grid; gap: 6px; align-content: center; justify-items: center; min-width: 0; min-height: 0; }
.df-title { margin: 0; font: 600 16.8px/1.25 var(--title, serif); text-align: center; text-wrap: balance; } .df-wait { margin: 0; color: var(--ink-soft); text-align: center; font-size: 14.4px; }
.df-panel { display: grid; gap: 8px; justify-items: center; align-content: center; width: 100%; grid-template: "less dial more" "said said said" "side side side" "go go go" / 1fr auto 1fr; }
.df-panel:not(:has(button)) { display: none; }
.df-controls, .df-round-control, .df-turns { display: contents; }
.df-dial { grid-area: dial; } .df-turn { grid-area: more; } .df-turn:first-child { grid-area: less; } .df-turns output { grid-area: said; } .df-control, .df-column { grid-area: side; } .df-go { grid-area: go; width: 100%; }
.df-controls:has(> .df-press) { display: flex; flex-direction: column; gap: 8px; width: 100%; grid-area: side; }
.df-column { display: flex; gap: 6px 14px; justify-content: center; }
.df-control { display: grid; gap: 4px; justify-items: center; } .df-stepper { display: flex; align-items: center; gap: 8px; } .df-column .df-stepper { flex-direction: column; gap: 1px; } 
.df-label { font-size: 13px; color: var(--ink-soft); font-weight: 550; text-align: center; line-height: 1.2; }
.df-row { display: flex; justify-content: center; gap: 3px; align-items: center; }
.df-row button { min-width: 40px; min-height: 40px; padding: 4px 3px; white-space: nowrap; font-size: 14.4px; font-variant-numeric: tabular-nums; } .df-row button.df-lit { background: color-mix(in srgb, var(--df-fire) 28%, var(--paper-raised)); border-color: var(--df-fire); }
.df-row button[aria-checked="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent, var(--paper)); }
.df-value { min-width: 34px; padding: 0 2px; text-align: center; font: 600 16.8px/2.2 var(--numbers, monospace); border-radius: 8px; white-space: nowrap; }
.df-dial { width: clamp(96px, 19.5cqh, 176px); border-radius: 50%; touch-action: manipulation; } .df-dial svg { display: block; width: 100%; }
.df-dial:focus-visible { outline-offset: 1px; border-radius: 50%; }
.df-wedge { fill: var(--paper); stroke: var(--line); } .df-wedge.pickable { fill: var(--accent-soft, var(--paper)); stroke: color-mix(in srgb, var(--accent) 55%, var(--line)); cursor: pointer; } .df-wedge.pickable:hover { fill: color-mix(in srgb, var(--accent) 30%, var(--paper)); }
.df-wedge.df-shut { fill: none; stroke: color-mix(in srgb, var(--line) 55%, transparent); } .df-wedge.df-on, .df-wedge.df-on:hover { fill: var(--accent); stroke: var(--accent); }
.df-way { font: 650 13px/1 var(--text, system-ui); text-anchor: middle; dominant-baseline: central; fill: var(--ink); pointer-events: none; }
.df-way.df-shut { fill: var(--ink-soft); } .df-way.df-on { fill: var(--on-accent, var(--paper)); }
.df-locked { opacity: .75; } .df-needle { pointer-events: none; }
.df-turns output { text-align: center; font: 600 14px/1.2 var(--text, system-ui); } .df-turn { width: 40px; min-height: 38px; padding: 0; font-size: 19.2px; align-self: end; }
.df-press { flex-direction: column; gap: 1px; width: 100%; padding: 6px 12px; line-height: 1.25; text-wrap: balance; } .df-press small { font-weight: 400; font-size: 13px; color: var(--ink-soft); line-height: 1.25; text-wrap: balance; } .df-press.main small { color: inherit; }

.df-sheet { border: 1px solid var(--line); border-left: 4px solid var(--df-mine); border-radius: var(--round, 12px); background: var(--paper-raised); padding: 6px 10px 8px; display: grid; grid-template: "head head" auto "motion dials" auto "gauges gauges" auto "fines fines" auto / minmax(0, 1fr) auto; gap: 4px; align-content: start; font-size: 13px; line-height: 1.35; min-width: 0; }
.df-sheet header { grid-area: head; min-width: 0; } .df-motion, .df-where, .df-gone { grid-area: motion; } .df-dials { grid-area: dials; } .df-gauges { grid-area: gauges; } .df-fines { grid-area: fines; }
.df-open { border: 0; background: none; min-height: 36px; padding: 0 4px; margin-left: -4px; gap: 8px; justify-content: flex-start; text-align: left; font-weight: 400; min-width: 0; line-height: 1.2; } .df-open > span { min-width: 0; } .df-open strong { display: block; color: var(--df-mine); font-size: 15.2px; text-transform: capitalize; }
.df-class { color: var(--ink-soft); } .df-portrait { width: 32px; flex: none; } .df-you { margin-left: 5px; font-size: 11px; padding: 0 6px; border-radius: 99px; border: 1px solid var(--df-mine); color: var(--df-mine); }
.df-motion { display: flex; gap: 8px; align-items: center; min-height: 50px; } .df-rose { width: 54px; flex: none; margin: -4px 0 -4px -4px; } .df-where, .df-gone { margin: 0; color: var(--ink-soft); }
.df-motion dl { margin: 0; display: flex; flex-wrap: wrap; gap: 0 8px; min-width: 0; } .df-motion dd { margin: 0; font-variant-numeric: tabular-nums; white-space: nowrap; } .df-motion dd:first-of-type { font-weight: 650; } .df-motion dd:nth-of-type(2) { order: 1; width: 100%; } .df-next { color: var(--ink-soft); }
.df-faint { fill: none; stroke: var(--line); } .df-nose { fill: color-mix(in srgb, var(--df-mine) 45%, var(--paper-raised)); } .df-ray { stroke: var(--df-mine); stroke-width: 3; } .df-rose circle { fill: var(--df-mine); }
.df-rose text { font: 700 14px/1 var(--text, system-ui); fill: var(--paper-raised); text-anchor: middle; dominant-baseline: central; }
.df-gauges { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2px 12px; } .df-gauge { display: flex; align-items: center; gap: 6px; min-height: 20px; min-width: 0; white-space: nowrap; } .df-name { width: 56px; flex: none; color: var(--ink-soft); } .df-number { display: none; font-variant-numeric: tabular-nums; }
.df-pips { display: flex; flex-wrap: wrap; gap: 2px; align-items: center; } .df-pip { width: 9px; height: 9px; border-radius: 50%; border: 1.5px solid var(--line); }
.df-pip.df-lit { background: var(--df-mine); border-color: var(--df-mine); } .df-pip:not(.df-lit) { background: repeating-linear-gradient(45deg, transparent 0 2px, var(--line) 2px 3px); }
.df-round { width: 5px; height: 12px; border-radius: 3px 3px 1px 1px; } .df-shot { width: 8px; height: 8px; border-radius: 2px; rotate: 45deg; margin: 0 1px; } .df-plate { width: 22px; border-radius: 3px; }
.df-face { font-variant-numeric: tabular-nums; } .df-bad { color: var(--bad); font-weight: 650; font-style: normal; }
.df-mini { width: 16px; margin-left: 3px; flex: none; } .df-mini circle { fill: none; stroke: var(--line); } .df-mini path { fill: var(--df-mine); }
.df-fines { display: none; color: var(--ink-soft); font-size: 12px; line-height: 1.35; } .df-fines p { margin: 0; } .df-damage { margin: 0; padding-left: 20px; columns: 2; } .df-damage li::marker { font-weight: 700; } .df-stats .df-fines { display: grid; gap: 6px; font-size: 15px; }
.df-dials { display: grid; gap: 3px; align-content: center; } .df-card { display: flex; justify-content: space-between; align-items: center; gap: 5px; border: 1px dashed var(--line); border-radius: 7px; padding: 2px 7px; color: var(--ink-soft); font-size: 12px; } .df-card b { color: var(--ink); font-variant-numeric: tabular-nums; min-width: 1.1em; text-align: center; }
.df-card.df-set { border-style: solid; background: repeating-linear-gradient(45deg, transparent 0 4px, color-mix(in srgb, var(--df-mine) 14%, transparent) 4px 6px); } .df-card.df-known { background: none; border-color: var(--df-mine); }
.df-lost .df-portrait { opacity: .5; filter: grayscale(1); } .df-gone { color: var(--bad); font-weight: 650; }

@container df (min-height: 800px) and (min-width: 700px) {
  .df-fines { display: block; } .df-sheet { padding: 10px 12px 12px; gap: 8px; font-size: 14px; } .df-rose { width: 68px; } .df-console { gap: 10px; padding: 14px; } .df-panel { gap: 14px; } .df-name { width: 62px; } .df-fines { font-size: 13px; }
}
@container df (max-height: 1039px) { .df-sheet :is(.df-damage, .df-rolls) { display: none; } }

/* Upright: the map over the whole width, then both sheets side by side, then the console. */
@container df (max-width: 479px) or ((max-aspect-ratio: 1 / 1) and (max-width: 699px)) {
  .df-board { gap: 5px; grid-template: "chart chart" minmax(0, 1fr) "above below" auto "console console" minmax(136px, auto) / minmax(0, 1fr) minmax(0, 1fr); }
  .df-over { grid-template-rows: minmax(0, 1fr) auto auto; }
  .df-over .df-chart > .reading { display: none; } /* the result says it */
  .df-chart > .reading { max-height: 72px; } /* the map needs the room more, and it scrolls */
}
/* On its side: the map over the whole height, and everything else beside it, as below the map of one that is upright. */
@container df (max-height: 420px) and (min-width: 480px) {
  .df-board { gap: 4px; grid-template: "chart strip strip" auto "chart above below" auto "chart console console" minmax(0, 1fr) / minmax(0, 1fr) minmax(120px, 25%) minmax(120px, 25%); }
  .df-board .df-you { display: none; } /* the page has it beside this, too */
  .df-column { flex-direction: column; gap: 3px; } .df-board .df-column .df-stepper { flex-direction: row; gap: 4px; } .df-column .df-label { width: 24px; white-space: nowrap; } .df-board .df-go .df-press { font-size: 14px; padding: 3px; } .df-board .df-gauges { font-size: 11px; gap: 0 3px; } .df-board .df-gauge { gap: 2px; }
  .df-chart { display: contents; } .df-map { grid-area: chart; border: 1px solid var(--line); border-radius: 8px; background: var(--df-void); height: 100%; } .df-strip { grid-area: strip; border: 1px solid var(--line); border-radius: 8px; }
  .df-chart > .reading { display: none; } /* the log is beside it */
  .df-turns > * { display: none; } /* the dial itself is turned: there is no height for more */
  .df-board .df-card { padding: 0 2px; } .df-board .df-strip { min-height: 48px; } .df-board .df-readout { font-size: 12px; }
  .df-board .df-stepper { flex-direction: column; gap: 1px; } .df-control:not(.df-stepper) > .df-row { flex-wrap: wrap; }
}
/* Upright and very short, as beside a lesson's coach: the map needs the room more than the gauges do. */
@container df (max-width: 479px) and (max-height: 460px) { .df-board:not(.df-over) .df-gauges { display: none; } }
@container df (max-width: 479px) and (max-height: 320px) { .df-board:not(.df-over) .df-sheet { display: none; } }
/* On either, a dial is beside the rest, a sheet has numbers for pips, and every line counts. */
@container df (max-width: 479px) or (max-height: 420px) or ((max-aspect-ratio: 1 / 1) and (max-width: 699px)) {
  .df-panel:has(.df-dial) { grid-template: "dial less said more" auto "dial side side side" auto "dial go go go" auto / auto auto minmax(0, 1fr) auto; gap: 5px 8px; }
  .df-panel:has(.df-column) :is(.df-turn, .df-turns output) { display: none; }
  .df-dial { width: 124px; }
  .df-console { padding: 5px 8px; gap: 4px; } .df-panel { gap: 5px; } .df-title { font-size: 15.2px; } .df-wait { font-size: 13px; }
  .df-row button { min-width: 34px; min-height: 34px; padding: 2px; font-size: 13px; } .df-control:not(.df-stepper) > .df-label { font-size: 12px; } .df-turn { width: 36px; min-height: 34px; align-self: center; } .df-turns output { font-size: 13px; align-self: center; } .df-value { line-height: 2; font-size: 15px; }
  .df-press { min-height: 40px; padding: 3px 8px; font-size: 15px; } .df-press small { font-size: 12px; } .df-controls:has(> .df-press) { flex-direction: row; gap: 5px; align-items: stretch; } .df-strip { padding: 0 2px 0 8px; } .df-readout { font-size: 12.5px; } .df-zoom button { min-height: 32px; } .df-zoom button:disabled { display: none; }
  .df-column { gap: 5px 6px; } .df-value { min-width: 28px; }
  .df-sheet { grid-template: "head dials" auto "motion motion" auto "gauges gauges" auto / minmax(0, 1fr) auto; padding: 2px 6px 3px; gap: 1px 4px; font-size: 12px; line-height: 1.3; border-radius: 8px; align-content: space-between; } .df-portrait, .df-rose, .df-class { display: none; } .df-open { min-height: 24px; } .df-open strong { display: inline; font-size: 13px; } .df-you { display: none; } .df-motion dd:nth-of-type(2) { display: none; } .df-motion { min-height: 0; }
  .df-gauges { grid-template-columns: repeat(3, auto); justify-content: space-between; gap: 0 6px; } .df-gauge { min-height: 0; gap: 3px; } .df-name { width: auto; font-size: 11px; } .df-name > span { display: none; } .df-name::before { content: attr(data-short); } .df-pips { display: none; } .df-number { display: inline; } .df-dials { grid-auto-flow: column; } .df-card { padding: 0 4px; gap: 3px; font-size: 11px; } .df-card > span:first-child { display: none; }
}
`;
