/** How the map looks: a night sky in dark mode, a paper chart in light mode. */

export const MAP_STYLE = `
.df-frame { container: df / size; height: 100%; }
.df-board { --df-sea: light-dark(#f6edd8, #0a1122); --df-void: light-dark(#e9dfc6, #05080f);
  --df-deep: light-dark(#fdf8ea, #16233f); --df-grid: light-dark(rgb(117 86 40 / .2), rgb(140 170 235 / .13)); --df-ink: light-dark(#4a3a1e, #cfdcf7);
  --df-fire: light-dark(#d8541a, #ff9a3d); --df-core: light-dark(#ffd25e, #fff3c4); --df-plan: light-dark(#7a4a00, #ffd479); }
.df-s0 { --df-mine: var(--seat-0); }
.df-s1 { --df-mine: var(--seat-1); }

.df-chart { grid-area: chart; display: flex; flex-direction: column; min-width: 0; min-height: 0; border: 1px solid var(--line); border-radius: var(--round, 12px); overflow: hidden; background: var(--df-void); }
.df-map { --g: max(1, calc(var(--u) * 1.5)); display: block; flex: 1 1 0; width: 100%; min-width: 0; min-height: 0; touch-action: none; cursor: grab; user-select: none; -webkit-user-select: none; }
.df-map:active { cursor: grabbing; }
.df-map:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.df-map text { font: 600 calc(var(--u) * 12px) / 1 var(--text, system-ui); text-anchor: middle; dominant-baseline: central; fill: var(--df-ink); pointer-events: none; }
.df-strip { flex: none; display: flex; align-items: center; gap: 8px; padding: 3px 3px 3px 12px; border-top: 1px solid var(--line); background: var(--paper-raised); min-width: 0; }
.df-readout { flex: 1; min-width: 0; margin: 0; font: 600 14px/1.25 var(--text, system-ui); font-variant-numeric: tabular-nums; color: var(--df-plan); }
.df-chart > .reading { flex: none; max-height: min(34%, 150px); }
.df-news { border-top: 1px solid var(--line); background: var(--paper-raised); padding: 4px 12px; font-size: 13px; line-height: 1.3; }
.df-news p { margin: 0; padding: 2px 0 2px 12px; border-left: 3px solid var(--line); } .df-news p + p { margin-top: 4px; } .df-news .df-hit { border-color: var(--bad); } .df-news .df-safe { border-color: var(--good); }
.df-readout.df-bad { color: var(--bad); }
.df-zoom { display: flex; gap: 2px; flex: none; }
.df-zoom button { width: 38px; min-height: 34px; padding: 0; font-size: 18.4px; line-height: 1; border-color: transparent; background: none; }
.df-zoom button:disabled { opacity: .45; }

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

.df-glyph { scale: var(--g); }
.df-hull { fill: color-mix(in oklab, var(--df-mine) 82%, light-dark(#fff, #0a1122)); stroke: light-dark(#fff8e8, #060a14); stroke-width: .55; stroke-linejoin: round; }
.df-deck { fill: color-mix(in oklab, var(--df-mine) 55%, light-dark(#1d1608, #04070e)); } .df-lines { fill: none; stroke: color-mix(in oklab, var(--df-mine) 45%, light-dark(#1d1608, #04070e)); stroke-width: .45; }
.df-gun { fill: light-dark(#fff3d6, #dfe8ff); stroke: light-dark(#fff3d6, #dfe8ff); stroke-width: .5; } .df-nozzle { fill: light-dark(#3a2e18, #39445c); }
.df-halo { fill: color-mix(in srgb, var(--df-mine) 13%, transparent); stroke: color-mix(in srgb, var(--df-mine) 55%, transparent); stroke-width: .4; }
.df-fire { fill: var(--df-fire); } .df-core { fill: var(--df-core); }
.df-cloud { fill: color-mix(in srgb, var(--df-mine) 16%, transparent); stroke: color-mix(in srgb, var(--df-mine) 50%, transparent); stroke-width: .3; stroke-dasharray: 1 1; }
.df-flak .df-hull, .df-missile .df-hull { fill: var(--df-mine); stroke-width: .35; }
.df-wreck { opacity: .45; filter: grayscale(.8); }
.df-token:focus { outline: none; } .df-token:focus-visible .df-halo { stroke: var(--accent); stroke-width: 1.4; } .df-asked .df-glyph { filter: drop-shadow(0 0 1.5px var(--df-plan)); }
.df-map .df-tag { fill: var(--df-mine); translate: calc(var(--g) * 9px) calc(var(--g) * -8px); font-size: calc(var(--u) * 13px); font-weight: 800; paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 3px); }
.df-map .df-count { fill: var(--df-mine); translate: calc(var(--g) * 5px) calc(var(--g) * -5px); font-size: calc(var(--u) * 12px); font-weight: 800; paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 3px); }
.df-badge { translate: calc(var(--g) * 6px) calc(var(--g) * -6px); } .df-badge > g { scale: var(--u); } .df-badge rect { fill: var(--df-mine); stroke: var(--df-sea); stroke-width: 1.5; }
.df-map .df-badge text { font-size: 11.5px; font-weight: 800; fill: var(--df-sea); }
.df-clash { fill: none; stroke: var(--df-plan); stroke-width: calc(var(--u) * 2.5px); r: calc(var(--g) * 9px); stroke-dasharray: calc(var(--u) * 6px) calc(var(--u) * 4px); }
.df-place { --far: 6px; } .df-by-ship { --far: 12px; }
.df-fan-0 { translate: calc(var(--g) * var(--far) * .87) calc(var(--g) * var(--far) * .5); } .df-fan-1 { translate: calc(var(--g) * var(--far) * -.87) calc(var(--g) * var(--far) * .5); }
.df-fan-2 { translate: 0 calc(var(--g) * var(--far)); } .df-fan-3 { translate: calc(var(--g) * var(--far) * -.87) calc(var(--g) * var(--far) * -.5); }
.df-fan-4 { translate: 0 calc(var(--g) * var(--far) * -1); } .df-fan-5 { translate: calc(var(--g) * var(--far) * .87) calc(var(--g) * var(--far) * -.5); }

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
.df-gate { fill: color-mix(in srgb, var(--df-plan) 13%, transparent); stroke: color-mix(in srgb, var(--df-plan) 45%, transparent); stroke-width: .4; }
.df-spot { r: calc(var(--u) * 2.2px); fill: color-mix(in srgb, var(--df-plan) 75%, transparent); }
.df-target:hover .df-gate { fill: color-mix(in srgb, var(--df-plan) 34%, transparent); stroke: var(--df-plan); stroke-width: 1; }
.df-on .df-gate { fill: color-mix(in srgb, var(--df-plan) 45%, transparent); stroke: var(--df-plan); stroke-width: 1; } .df-on .df-spot { fill: var(--df-plan); }
.df-strikes .df-gate { fill: color-mix(in srgb, var(--df-fire) 45%, transparent); stroke: var(--df-fire); stroke-width: 1.2; } .df-strikes .df-spot { fill: var(--df-fire); r: calc(var(--u) * 3.6px); }
svg .df-target:focus-visible { outline: none; } .df-target:focus-visible .df-gate { stroke: var(--accent); stroke-width: calc(var(--u) * 4px); }
.df-tokens, .df-plan, .df-flashes, .df-badge { pointer-events: none; } .df-token:has(title) { pointer-events: auto; } .df-choosing .df-token { pointer-events: none; }
.df-warning > g { scale: calc(var(--u) * 1.05); translate: 0 calc(var(--g) * -13px); } .df-warning path { fill: var(--bad); stroke: var(--df-sea); stroke-width: 2; stroke-linejoin: round; paint-order: stroke; }
.df-map .df-warning text { font-size: 12px; font-weight: 850; fill: var(--df-sea); } .df-passes path { fill: var(--df-sea); stroke: var(--bad); stroke-width: 1.6; paint-order: normal; } .df-map .df-passes text { fill: var(--bad); }
.df-threat .df-arrow, .df-threat .df-dot { stroke: var(--bad); } .df-threat .df-head { fill: var(--bad); } .df-threat .df-arrow { stroke-width: calc(var(--u) * 2.4px); }
.df-arc { stroke-width: calc(var(--u) * 1.2px); pointer-events: none; } .df-arc-flak { fill: color-mix(in srgb, var(--df-fire) 13%, transparent); stroke: color-mix(in srgb, var(--df-fire) 60%, transparent); }
.df-arc-missile { fill: color-mix(in srgb, var(--accent) 20%, transparent); stroke: var(--accent); stroke-dasharray: calc(var(--u) * 5px) calc(var(--u) * 3px); }
.df-shock { fill: none; stroke: var(--df-core); stroke-width: 1; } .df-rays { stroke: var(--df-core); stroke-width: .8; } .df-dodge .df-shock, .df-meet .df-shock { stroke: var(--df-ink); } .df-leave .df-shock { stroke: var(--bad); }
.df-map .df-words { translate: 0 calc(var(--u) * -30px); font-size: calc(var(--u) * 14px); font-weight: 750; fill: var(--df-ink); paint-order: stroke; stroke: var(--df-sea); stroke-width: calc(var(--u) * 4px); stroke-linejoin: round; }
.df-map .df-words.df-hit, .df-map .df-words.df-blast { fill: var(--bad); }
`;
