/** How the board looks: a night sky in dark mode, a paper chart in light mode. */

export const STYLE = `
.df-frame { container: df / inline-size; }
.df-board { display: grid; gap: 12px; --df-sea: light-dark(#f6edd8, #0a1122); --df-void: light-dark(#e9dfc6, #05080f);
  --df-deep: light-dark(#fdf8ea, #16233f); --df-grid: light-dark(rgb(117 86 40 / .2), rgb(140 170 235 / .13)); --df-ink: light-dark(#4a3a1e, #cfdcf7);
  --df-fire: light-dark(#d8541a, #ff9a3d); --df-core: light-dark(#ffd25e, #fff3c4); --df-plan: light-dark(#7a4a00, #ffd479); }
.df-s0 { --df-mine: var(--seat-0); }
.df-s1 { --df-mine: var(--seat-1); }
.df-middle { display: grid; gap: 12px; align-content: start; min-width: 0; order: -1; grid-column: 1 / -1; }
.df-board { grid-template-columns: repeat(2, minmax(0, 1fr)); }

.df-window { position: relative; border: 1px solid var(--line); border-radius: var(--round, 12px); overflow: hidden; background: var(--df-void); }
.df-map { display: block; width: 100%; aspect-ratio: 1; max-height: 78vh; touch-action: pan-y; cursor: grab; user-select: none; -webkit-user-select: none; }
.df-map.df-own { touch-action: none; }
.df-map.df-choosing { cursor: crosshair; }
.df-map:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.df-map text { font: 600 calc(var(--u) * 12px) / 1 var(--text, system-ui); text-anchor: middle; dominant-baseline: central; fill: var(--df-ink); pointer-events: none; }
.df-zoom { position: absolute; right: 8px; top: 8px; display: grid; gap: 4px; }
.df-zoom button { width: 40px; min-height: 40px; padding: 0; font-size: 1.15rem; line-height: 1; background: color-mix(in srgb, var(--paper-raised) 82%, transparent); border-radius: 9px; }
.df-zoom button:disabled { opacity: .45; }
.df-readout { position: absolute; left: 8px; bottom: 8px; padding: 3px 9px; border-radius: 8px; font: 600 .8125rem/1.4 var(--numbers, monospace); color: var(--df-plan); background: color-mix(in srgb, var(--df-void) 84%, transparent); }
.df-readout:empty { display: none; }

.df-deep-in { stop-color: var(--df-deep); } .df-deep-out { stop-color: var(--df-sea); }
.df-haze-in { stop-color: light-dark(rgb(196 154 84 / .22), rgb(96 84 190 / .34)); } .df-haze-out { stop-color: light-dark(rgb(196 154 84 / 0), rgb(96 84 190 / 0)); }
.df-glow-in { stop-color: light-dark(rgb(214 150 40 / .4), rgb(255 208 120 / .4)); } .df-glow-out { stop-color: light-dark(rgb(214 150 40 / 0), rgb(255 208 120 / 0)); }
.df-sea { fill: url(#df-deep); } .df-haze { fill: url(#df-haze); } .df-haze-1 { opacity: .7; } .df-glow { fill: url(#df-yardglow); }
.df-stars { fill: light-dark(rgb(117 86 40 / .13), rgb(214 226 255 / .5)); } .df-bright { fill: light-dark(rgb(117 86 40 / .2), #f3f6ff); }
.df-grid { fill: none; stroke: var(--df-grid); stroke-width: .35; }
.df-rings { fill: none; stroke: light-dark(rgb(117 86 40 / .28), rgb(140 170 235 / .2)); stroke-width: .5; stroke-dasharray: 3 2; }
.df-spokes { stroke: light-dark(rgb(117 86 40 / .16), rgb(140 170 235 / .1)); stroke-width: .5; }
.df-edge { fill: none; stroke: light-dark(#9a7a43, #47608f); stroke-width: 1.2; }
.df-map .df-compass { fill: light-dark(#76592a, #8ba3d3); letter-spacing: .04em; }
.df-ring { fill: none; stroke: light-dark(#96681a, #e6c173); stroke-width: .9; } .df-thin { stroke-width: .4; } .df-dock { fill: light-dark(#b98a36, #d9b466); }

.df-glyph { scale: max(1, calc(var(--u) * 1.5)); }
.df-hull { fill: color-mix(in oklab, var(--df-mine) 82%, light-dark(#fff, #0a1122)); stroke: light-dark(#fff8e8, #060a14); stroke-width: .55; stroke-linejoin: round; }
.df-deck { fill: color-mix(in oklab, var(--df-mine) 55%, light-dark(#1d1608, #04070e)); } .df-lines { fill: none; stroke: color-mix(in oklab, var(--df-mine) 45%, light-dark(#1d1608, #04070e)); stroke-width: .45; }
.df-gun { fill: light-dark(#fff3d6, #dfe8ff); stroke: light-dark(#fff3d6, #dfe8ff); stroke-width: .5; } .df-nozzle { fill: light-dark(#3a2e18, #39445c); }
.df-halo { fill: color-mix(in srgb, var(--df-mine) 13%, transparent); stroke: color-mix(in srgb, var(--df-mine) 55%, transparent); stroke-width: .4; }
.df-fire { fill: var(--df-fire); } .df-core { fill: var(--df-core); }
.df-cloud { fill: color-mix(in srgb, var(--df-mine) 16%, transparent); stroke: color-mix(in srgb, var(--df-mine) 50%, transparent); stroke-width: .3; stroke-dasharray: 1 1; }
.df-flak .df-hull, .df-missile .df-hull { fill: var(--df-mine); stroke-width: .35; }
.df-wreck { opacity: .45; filter: grayscale(.8); }
.df-token:focus { outline: none; } .df-token:focus-visible .df-halo { stroke: var(--accent); stroke-width: 1.4; } .df-asked .df-glyph { filter: drop-shadow(0 0 1.5px var(--df-plan)); }
.df-map .df-tag { fill: var(--df-mine); translate: calc(var(--u) * 17px) calc(var(--u) * -15px); font-weight: 800; paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 3px); }
.df-map .df-count { fill: var(--df-mine); translate: calc(var(--u) * 10px) calc(var(--u) * -9px); font-size: calc(var(--u) * 11px); paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 3px); }

.df-trail { fill: none; stroke: var(--df-mine); stroke-width: calc(var(--u) * 2px); stroke-dasharray: calc(var(--u) * .5px) calc(var(--u) * 5px); stroke-linecap: round; opacity: .75; }
.df-tail { stroke: var(--df-mine); stroke-width: calc(var(--u) * 1.2px); opacity: .45; } .df-tail.df-large { stroke-width: calc(var(--u) * 2.5px); }
.df-course { opacity: .95; } .df-arrow { stroke: var(--df-mine); fill: none; }
.df-large .df-arrow { stroke-width: calc(var(--u) * 2.2px); } .df-small .df-arrow { stroke-width: calc(var(--u) * 1.2px); stroke-dasharray: calc(var(--u) * 4px) calc(var(--u) * 3px); opacity: .8; }
.df-head { fill: var(--df-mine); } .df-small .df-head { scale: .62; } .df-dot { fill: none; stroke: var(--df-mine); stroke-width: calc(var(--u) * 1.2px); }
.df-through { fill: color-mix(in srgb, var(--df-mine) 12%, transparent); }
.df-ghost { fill: color-mix(in srgb, var(--df-mine) 10%, transparent); stroke: var(--df-mine); stroke-width: .5; stroke-dasharray: 1.4 1; }
.df-off { stroke: var(--bad); stroke-width: 1.6; stroke-linecap: round; }
.df-planning .df-courses .df-course { opacity: .42; }
.df-planned { --df-mine: var(--df-plan); } .df-planned .df-through { fill: color-mix(in srgb, var(--df-plan) 20%, transparent); stroke: color-mix(in srgb, var(--df-plan) 60%, transparent); stroke-width: .4; }
.df-planned .df-ghost { fill: color-mix(in srgb, var(--df-plan) 22%, transparent); stroke-width: .8; stroke-dasharray: none; }
.df-spot { fill: color-mix(in srgb, var(--df-plan) 55%, transparent); } .df-on .df-spot { fill: var(--df-plan); }
.df-gate { fill: color-mix(in srgb, var(--df-plan) 18%, transparent); stroke: color-mix(in srgb, var(--df-plan) 50%, transparent); stroke-width: .4; } .df-on .df-gate { fill: color-mix(in srgb, var(--df-plan) 60%, transparent); }
.df-arc { stroke-width: calc(var(--u) * 1.2px); pointer-events: none; } .df-arc-flak { fill: color-mix(in srgb, var(--df-fire) 13%, transparent); stroke: color-mix(in srgb, var(--df-fire) 60%, transparent); }
.df-arc-missile { fill: color-mix(in srgb, var(--accent) 20%, transparent); stroke: var(--accent); stroke-dasharray: calc(var(--u) * 5px) calc(var(--u) * 3px); }
.df-shock { fill: none; stroke: var(--df-core); stroke-width: 1; } .df-rays { stroke: var(--df-core); stroke-width: .8; } .df-dodge .df-shock, .df-meet .df-shock { stroke: var(--df-ink); } .df-leave .df-shock { stroke: var(--bad); }
.df-map .df-words { translate: 0 calc(var(--u) * -30px); font-size: calc(var(--u) * 14px); font-weight: 750; fill: var(--df-ink); paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 4px); stroke-linejoin: round; }
.df-map .df-words.df-hit, .df-map .df-words.df-blast { fill: var(--bad); }

.df-console { min-height: 120px; border: 1px solid var(--line); border-radius: var(--round, 12px); background: var(--paper-raised); padding: 12px 16px 14px; display: grid; gap: 10px; justify-items: center; align-content: start; }
.df-title { margin: 0; font: 600 1.05rem/1.25 var(--title, serif); text-align: center; } .df-wait, .df-where, .df-gone { margin: 0; color: var(--ink-soft); }
.df-panel { display: flex; flex-wrap: wrap; gap: 10px 28px; align-items: center; justify-content: center; }
.df-controls { display: flex; flex-wrap: wrap; gap: 10px 24px; align-items: center; justify-content: center; } .df-controls:empty { display: none; }
.df-column { display: grid; gap: 8px; } .df-warning { margin: 0; color: var(--bad); font-weight: 600; font-size: .9rem; }
.df-control { display: grid; gap: 6px; justify-items: center; } .df-label { font-size: .8125rem; color: var(--ink-soft); font-weight: 550; }
.df-row { display: flex; flex-wrap: wrap; justify-content: center; gap: 4px; align-items: center; }
.df-row button { min-width: 44px; padding: 6px 8px; font-variant-numeric: tabular-nums; } .df-row button.df-lit { background: color-mix(in srgb, var(--df-fire) 28%, var(--paper-raised)); border-color: var(--df-fire); }
.df-row button[aria-checked="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent, var(--paper)); }
.df-value { min-width: 84px; text-align: center; font: 600 1.05rem/2.4 var(--numbers, monospace); border-radius: 8px; }
.df-dial { width: 148px; border-radius: 50%; touch-action: manipulation; } .df-dial svg { display: block; width: 100%; }
.df-dial:focus-visible { outline-offset: 3px; border-radius: 50%; }
.df-wedge { fill: var(--paper); stroke: var(--line); cursor: pointer; } .df-wedge:hover { fill: var(--accent-soft, var(--line)); }
.df-wedge.df-shut { fill: none; stroke: color-mix(in srgb, var(--line) 55%, transparent); cursor: default; } .df-wedge.df-on { fill: var(--accent); stroke: var(--accent); }
.df-way { font: 650 11px/1 var(--text, system-ui); text-anchor: middle; dominant-baseline: central; fill: var(--ink); pointer-events: none; }
.df-way.df-shut { fill: var(--ink-soft); opacity: .55; } .df-way.df-on { fill: var(--on-accent, var(--paper)); }
.df-locked { opacity: .75; } .df-locked .df-wedge { cursor: default; } .df-needle { transition: transform .15s; pointer-events: none; }
.df-turns { display: flex; align-items: center; gap: 6px; } .df-turns output { min-width: 104px; text-align: center; font: 600 .875rem/1.2 var(--numbers, monospace); } .df-turn { width: 44px; padding: 0; font-size: 1.2rem; }
.df-press { flex-direction: column; gap: 2px; } .df-press small { font-weight: 400; font-size: .8125rem; color: var(--ink-soft); max-width: 30ch; line-height: 1.3; } .df-press.main small { color: inherit; }
.df-go .df-press { min-width: 180px; }

.df-sheet { border: 1px solid var(--line); border-top: 3px solid var(--df-mine); border-radius: var(--round, 12px); background: var(--paper-raised); padding: 10px 12px; display: grid; gap: 8px; align-content: start; align-self: start; font-size: .8125rem; min-width: 0; }
.df-sheet header { display: flex; align-items: center; gap: 8px; } .df-sheet header strong { display: block; color: var(--df-mine); font-size: .95rem; line-height: 1.15; text-transform: capitalize; }
.df-class { color: var(--ink-soft); } .df-portrait { width: 40px; flex: none; } .df-you { margin-left: 6px; font-size: .6875rem; padding: 0 6px; border-radius: 99px; border: 1px solid var(--df-mine); color: var(--df-mine); }
.df-motion { display: flex; gap: 8px; align-items: center; } .df-rose { width: 62px; flex: none; margin: 0 -2px; }
.df-motion dl { margin: 0; display: grid; line-height: 1.45; min-width: 0; } .df-motion dd { margin: 0; font-variant-numeric: tabular-nums; } .df-motion dd:first-of-type { font-weight: 650; } .df-next { color: var(--ink-soft); }
.df-faint { fill: none; stroke: var(--line); } .df-nose { fill: color-mix(in srgb, var(--df-mine) 45%, var(--paper-raised)); } .df-ray { stroke: var(--df-mine); stroke-width: 3; } .df-rose circle { fill: var(--df-mine); }
.df-rose text { font: 700 11px/1 var(--text, system-ui); fill: var(--paper-raised); text-anchor: middle; dominant-baseline: central; }
.df-gauges { display: grid; gap: 4px; } .df-gauge { display: flex; align-items: center; gap: 6px; min-height: 20px; } .df-name { width: 58px; flex: none; color: var(--ink-soft); }
.df-pips { display: flex; flex-wrap: wrap; gap: 3px; align-items: center; } .df-pip { width: 10px; height: 10px; border-radius: 50%; border: 1.5px solid var(--line); }
.df-pip.df-lit { background: var(--df-mine); border-color: var(--df-mine); } .df-pip:not(.df-lit) { background: repeating-linear-gradient(45deg, transparent 0 2px, var(--line) 2px 3px); }
.df-round { width: 6px; height: 13px; border-radius: 3px 3px 1px 1px; } .df-shot { width: 9px; height: 9px; border-radius: 2px; rotate: 45deg; margin: 0 1px; } .df-plate { width: 26px; border-radius: 3px; }
.df-face { font: 600 .6875rem/15px var(--numbers, monospace); width: 15px; text-align: center; border-radius: 3px; color: var(--ink-soft); border: 1px solid var(--line); font-style: normal; } .df-face.df-lit { background: var(--df-mine); border-color: var(--df-mine); color: var(--paper-raised); } .df-face.df-broken { color: var(--bad); border-color: var(--bad); text-decoration: line-through; }
.df-note { color: var(--ink-soft); margin-left: auto; font-style: italic; } .df-bad { color: var(--bad); font-weight: 650; font-style: normal; }
.df-fine { margin: -3px 0 1px; color: var(--ink-soft); font-size: .75rem; line-height: 1.3; }
.df-mini { width: 18px; margin-left: auto; flex: none; } .df-mini circle { fill: none; stroke: var(--line); } .df-mini path { fill: var(--df-mine); }
.df-dials { display: flex; gap: 6px; } .df-card { flex: 1; display: flex; justify-content: space-between; align-items: center; gap: 4px; border: 1px dashed var(--line); border-radius: 7px; padding: 3px 8px; color: var(--ink-soft); } .df-card b { color: var(--ink); font-variant-numeric: tabular-nums; }
.df-card.df-set { border-style: solid; background: repeating-linear-gradient(45deg, transparent 0 4px, color-mix(in srgb, var(--df-mine) 14%, transparent) 4px 6px); } .df-card.df-known { background: none; border-color: var(--df-mine); }
.df-sheet details { color: var(--ink-soft); } .df-sheet summary { cursor: pointer; } .df-sheet ol { margin: 4px 0 0; padding-left: 22px; } .df-lost .df-portrait { opacity: .5; filter: grayscale(1); } .df-gone { color: var(--bad); font-weight: 650; }

@container df (max-width: 480px) {
  .df-board { gap: 8px; } .df-sheet { padding: 8px; } .df-console { padding: 10px 8px 12px; } .df-controls:has(.df-dial) { flex-wrap: nowrap; gap: 10px; } .df-dial { width: 132px; } .df-turns { gap: 2px; } .df-turns output { min-width: 58px; font-size: .75rem; }
  .df-round-control { flex: none; } .df-row { gap: 3px; } .df-value { min-width: 60px; font-size: .9375rem; } .df-turn { width: 40px; } .df-go .df-press { min-width: 240px; }
  .df-name { width: 54px; font-size: .75rem; } .df-pips:has(.df-face) { flex-wrap: nowrap; gap: 1px; } .df-face { width: 13px; } .df-note { display: none; } .df-portrait { width: 32px; } .df-rose { width: 50px; } .df-motion { gap: 4px; } .df-motion dl { font-size: .75rem; } .df-card { padding: 2px 6px; } .df-dials { gap: 4px; }
  .df-zoom { top: auto; bottom: 6px; right: 6px; grid-auto-flow: column; }
}
@container df (min-width: 620px) { .df-map { aspect-ratio: 4 / 3; } }
@container df (min-width: 860px) {
  .df-board { grid-template-columns: 212px minmax(0, 1fr) 212px; gap: 14px; }
  .df-middle { order: 0; grid-column: auto; }
  .df-map { max-height: max(380px, calc(100vh - 330px)); }
}
`;
