/** How Space Goats looks: a table in deep space, by day and by night, on which cards are the page's own paper.
 *
 * The table shares out the width and height it has; a fleet, a ship and a card each look at the room that they got. */

const STARS = [[12, 18, 1.1], [34, 71, 0.8], [57, 9, 0.9], [71, 44, 1.2], [88, 22, 0.8], [93, 83, 1.1], [6, 88, 0.9], [45, 37, 0.7], [24, 47, 0.8], [66, 93, 0.8]]
  .map(([x, y, size]) => `radial-gradient(circle at ${x}% ${y}%, #fff ${size}px, transparent ${size + 0.6}px)`)
  .join(", ");

export const STYLE = `
.sg { position: relative; height: 100%; min-height: 230px; overflow: hidden; container: sg / size; font-size: 14px; line-height: 1.25;
  --sg-sky: #11152c; --sg-panel: #1c2244; --sg-line: #3d4674; --sg-ink: #f1f2fb; --sg-soft: #bcc3e2; --sg-go: #ffd75e; --sg-danger: #ff8478;
  --sg-fur: #f1e7d6; --sg-beard: #fffaf0; --sg-seat: #8fa4ff; --sg-bright: #c6d1ff; --sg-shine: #6cc4f2; --sg-type: #8fa4ff; --sg-gap: 6px;
  color: var(--sg-ink); background: ${STARS}, radial-gradient(120% 90% at 80% 0%, #2a2c62 0%, transparent 60%), radial-gradient(90% 80% at 0% 100%, #123a4d 0%, transparent 60%), var(--sg-sky); }
.sg svg.sg-store { position: absolute; width: 0; height: 0; }
.sg b { font-weight: 650; }
.sg svg { display: block; width: 100%; height: 100%; overflow: visible; }
.sg-seat-0 { --sg-seat: color-mix(in oklab, var(--seat-0) 80%, #fff); --sg-bright: color-mix(in oklab, var(--seat-0) 45%, #fff); --sg-fur: #f1e7d6; --sg-beard: #fffaf0; --sg-shape: circle(50%); }
.sg-seat-1 { --sg-seat: color-mix(in oklab, var(--seat-1) 80%, #fff); --sg-bright: color-mix(in oklab, var(--seat-1) 45%, #fff); --sg-fur: #c79a6b; --sg-beard: #f0d9b8; --sg-shape: inset(6%); }
.sg-seat-2 { --sg-seat: color-mix(in oklab, var(--seat-2) 80%, #fff); --sg-bright: color-mix(in oklab, var(--seat-2) 45%, #fff); --sg-fur: #b9bec7; --sg-beard: #f3f4f6; --sg-shape: polygon(50% 0, 100% 100%, 0 100%); }
.sg-seat-3 { --sg-seat: color-mix(in oklab, var(--seat-3) 80%, #fff); --sg-bright: color-mix(in oklab, var(--seat-3) 45%, #fff); --sg-fur: #7d746e; --sg-beard: #d8d0c8; --sg-shape: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.sg-seat-4 { --sg-seat: color-mix(in oklab, var(--seat-4) 80%, #fff); --sg-bright: color-mix(in oklab, var(--seat-4) 45%, #fff); --sg-fur: #e2a868; --sg-beard: #fff1dd; --sg-shape: polygon(50% 0, 62% 35%, 100% 38%, 70% 60%, 81% 98%, 50% 76%, 19% 98%, 30% 60%, 0 38%, 38% 35%); }
.sg-badge { display: inline-block; width: 13px; height: 13px; flex: none; background: var(--sg-bright); clip-path: var(--sg-shape); }
.sg-rocket { --sg-type: #dd5548; }
.sg-shield { --sg-type: #3d9bd0; }
.sg-special { --sg-type: #9a6fd2; }
.sg-currency { --sg-type: #e5b03a; }
.sg-debris { --sg-type: #a79c91; }

/* The table. */
.stage:has(> .board > .sg) { padding: 0; }
.sg-table { height: 100%; padding: var(--sg-gap); display: grid; gap: var(--sg-gap); grid-template: "rivals rivals" minmax(0, 1fr) "pile centre" minmax(0, 1.35fr)
  "strip strip" auto "home home" minmax(0, 1.5fr) / auto minmax(0, 1fr); }
.sg-table.sg-watched { grid-template-rows: minmax(0, 1.6fr) minmax(0, 1fr) auto; grid-template-areas: "rivals rivals" "pile centre" "strip strip"; }
.sg-rivals { grid-area: rivals; }
.sg-centre { grid-area: centre; }
.sg-strip { grid-area: strip; }
.sg-home { grid-area: home; display: grid; gap: var(--sg-gap); grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); min-height: 0; }
.sg-centre, .sg-hand { display: flex; flex-direction: column; gap: 4px; min-width: 0; min-height: 0; }
.sg-title { flex: none; text-align: center; color: var(--sg-soft); font-size: 13px; line-height: 1.2; }
.sg-market > .sg-title, .sg-hand > .sg-title { display: none; }
[data-fit] { display: grid; gap: var(--sg-gap); grid-template-columns: repeat(var(--columns, 1), var(--width, 1fr)); grid-auto-rows: var(--height, 1fr); place-content: center; min-width: 0; min-height: 0; }
.sg-cards { flex: 1; contain: size; }
.sg-rivals { grid-template-columns: repeat(var(--columns, 1), minmax(0, 1fr)); contain: size; }
.sg-odd > :first-child { grid-column: span 2; }
.sg-pile { grid-area: pile; align-self: center; width: 34px; aspect-ratio: 3 / 4; border-radius: 5px; display: grid; place-items: center; font-size: 13px; color: var(--sg-ink);
  border: 1.5px solid var(--sg-soft); background: repeating-linear-gradient(45deg, #2b3366 0 4px, #232a56 4px 8px); box-shadow: 2px 2px 0 0 var(--sg-sky), 3px 3px 0 0 var(--sg-soft); margin: 0 4px 3px 0; }
.sg-known { border-color: var(--sg-go); }
.sg-pile b { background: var(--sg-panel); border-radius: 99px; padding: 2px 5px; }

/* What is going on. */
.sg-strip { display: flex; align-items: center; gap: 8px; height: 42px; padding: 0 4px 0 10px; border-radius: 10px; background: var(--sg-panel); border: 1px solid var(--sg-line); }
.sg-said { flex: 1; min-width: 0; line-height: 1.2; overflow: hidden; max-height: 100%; }
.sg-in-play { width: 30px; height: 30px; flex: none; }
.sg button.sg-plain { min-height: 34px; padding: 2px 16px; flex: none; border-radius: 8px; font-weight: 600; color: #221c05; background: var(--sg-go); border: 1px solid var(--sg-go); }
.sg button.sg-plain:hover { background: #fff0b8; }
.sg button.sg-undo { color: var(--sg-ink); background: none; border-color: var(--sg-soft); }
.sg button.sg-undo:hover { background: var(--sg-line); }
.sg button { justify-content: stretch; gap: 0; }
.sg button.sg-plain { justify-content: center; }
.sg :focus-visible { outline: 3px solid #fff; outline-offset: 1px; }

/* Fleets. */
.sg .sg-fleet { position: relative; display: grid; min-width: 0; min-height: 0; padding: 0; border-radius: 12px; border: 1.5px solid var(--sg-line); color: var(--sg-ink); font: inherit; text-align: left; font-size: 14px; line-height: 1.25;
  background: linear-gradient(180deg, color-mix(in oklab, var(--sg-seat) 26%, var(--sg-panel)), color-mix(in oklab, var(--sg-seat) 8%, var(--sg-panel)) 75%); container: sg-fleet / size; }
.sg .sg-active { border-color: var(--sg-bright); box-shadow: 0 0 0 1px var(--sg-bright); }
.sg .sg-target { border-color: var(--sg-danger); box-shadow: 0 0 0 1.5px var(--sg-danger); }
.sg .sg-out { background: none; }
.sg-out .sg-portrait { transform: rotate(160deg); }
.sg .sg-fleet > .sg-marked { position: absolute; inset: 0; padding: 0; min-height: 0; border-radius: 10px; background: none; }
.sg-crew { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); gap: 2px; padding: 3px 5px; min-height: 0; min-width: 0; width: 100%; height: 100%; }
.sg-captain { display: flex; align-items: center; gap: 5px; min-width: 0; min-height: 26px; }
.sg-portrait { width: 26px; height: 26px; flex: none; }
.sg-who { flex: 1 1 0; min-width: 0; display: flex; gap: 3px 5px; align-items: center; color: var(--sg-soft); }
.sg-who b { color: var(--sg-bright); }
.sg-you { font-size: 13px; }
.sg-mark { flex: none; display: flex; align-items: center; gap: 4px; font-size: 13px; color: var(--sg-go); white-space: nowrap; --sg-type: var(--sg-go); }
.sg-mark svg { width: 18px; height: 18px; }
.sg-incoming { width: 20px; height: 20px; flex: none; }
.sg-struck { flex: none; padding: 0 5px; border-radius: 99px; font-size: 12px; font-weight: 700; line-height: 1.4; color: #2b0905; background: var(--sg-danger); }
.sg .sg-chips { flex: none; min-height: 24px; padding: 1px 4px; gap: 7px; border-radius: 7px; border: 1px solid transparent; background: none; display: inline-flex; align-items: center;
  font: 600 12px/1 inherit; font-size: 12px; color: var(--sg-ink); font-variant-numeric: tabular-nums; }
.sg button.sg-chips:hover { border-color: var(--sg-soft); background: var(--sg-line); }
.sg-chip { display: inline-flex; align-items: center; gap: 3px; border-radius: 6px; }
.sg-chip i { width: 9px; height: 12px; border-radius: 2px; border: 1.5px solid var(--sg-soft); flex: none; }
.sg-chip-bank i { width: 12px; height: 12px; border-radius: 50%; background: #ffd75e; border-color: #b78f1f; }
.sg-chip-hand i { background: var(--sg-bright); border-color: var(--sg-bright); box-shadow: 2.5px -2px 0 -0.5px color-mix(in oklab, var(--sg-bright) 55%, var(--sg-panel)); margin-right: 2px; }
.sg-chip-draw i { background: repeating-linear-gradient(45deg, var(--sg-soft) 0 1.5px, transparent 1.5px 4px); }
.sg-chip-discard i { transform: rotate(14deg); }
.sg-ships { contain: size; --sg-gap: 3px; }
.sg .sg-tile { display: grid; min-width: 0; min-height: 0; width: auto; padding: 0; border: 1.5px solid transparent; border-radius: 10px; background: none; font: inherit; color: inherit; container: sg-tile / size; }
.sg-hull { position: relative; display: flex; flex-direction: column; min-height: 0; width: min(100%, 133cqh); height: 100%; justify-self: center; padding: 2px; }
.sg-hull svg { flex: 1; min-height: 0; }
.sg-points { position: absolute; right: 2px; top: 0; width: 17px; height: 20px; padding-top: 2px; color: #fff; font-size: 12px; line-height: 1.2; text-align: center;
  clip-path: polygon(0 0, 100% 0, 100% 60%, 50% 100%, 0 60%); background: #1c6a97; }
.sg-worn { display: none; flex: none; font-size: clamp(11px, 8cqw, 15px); line-height: 1.15; text-align: center; color: var(--sg-soft); }
.sg-adrift, .sg-empty { color: var(--sg-soft); font-style: italic; place-self: center; text-align: center; font-size: 12px; }
.sg .sg-marked { border: 2px dashed var(--sg-go); cursor: pointer; }
.sg .sg-marked:hover, .sg .sg-marked:focus-visible { background: color-mix(in oklab, var(--sg-go) 20%, transparent); border-style: solid; }

@container sg-fleet (max-width: 215px) { .sg-chip-draw { display: none; } }
@container sg-fleet (max-width: 260px) { .sg-you { display: none; } }
@container sg-fleet (max-width: 168px) { .sg-chip-discard { display: none; } .sg-adrift { font-size: 11px; line-height: 1.1; } }
@container sg-fleet (max-width: 149px) { .sg-portrait, .sg-captain:has(.sg-struck) .sg-chip-hand { display: none; } }
@container sg-fleet (max-width: 430px) { .sg-mark span { display: none; } }
@container sg-fleet (max-width: 250px) and (max-height: 109px) {
  .sg-captain:has(.sg-struck, .sg-mark, .sg-incoming) .sg-portrait { display: none; }
  .sg-captain:has(.sg-struck + *) .sg-chips { gap: 4px; }
  .sg-captain:has(.sg-struck + * + *) .sg-chip-discard { display: none; }
}
@container sg-fleet (max-width: 225px) and (max-height: 109px) { .sg-captain:has(.sg-struck + *) .sg-chip-discard { display: none; } }
@container sg-fleet (min-height: 110px) and (min-width: 190px) {
  .sg-crew { padding: 6px 10px; }
  .sg-captain { gap: 2px 8px; }
  .sg-portrait { width: 40px; height: 40px; }
  .sg-who b { font-size: 17px; }
  .sg .sg-chips { font-size: 13px; gap: 9px; }
}
@container sg-fleet (min-height: 110px) and (max-width: 299px) {
  .sg-captain { display: grid; grid-template: "face who" auto "face chips" auto / auto minmax(0, 1fr); }
  .sg-portrait { grid-area: face; }
  .sg .sg-chips { grid-area: chips; justify-self: start; padding-left: 0; }
  .sg-chip-draw { display: inline-flex; }
}
@container sg-fleet (min-height: 190px) and (min-width: 300px) {
  .sg-portrait { width: 54px; height: 54px; }
  .sg-who b { font-size: 19px; }
  .sg .sg-chips { font-size: 15px; gap: 11px; padding: 4px 8px; }
  .sg-chip i { scale: 1.15; }
  .sg-chip { gap: 5px; }
}
@container sg-fleet (min-aspect-ratio: 4 / 1) and (min-width: 520px) and (min-height: 61px) {
  .sg-crew { grid-template: minmax(0, 1fr) / auto minmax(0, 1fr); gap: 14px; padding: 6px 14px; }
  .sg-captain { display: grid; grid-template: auto auto / auto minmax(0, 1fr); gap: 3px 8px; align-content: center; }
  .sg .sg-captain .sg-chips { grid-column: 1 / -1; }
}
@container sg-fleet (max-height: 60px) and (min-width: 300px) {
  .sg-crew { grid-template: minmax(0, 1fr) / auto minmax(0, 1fr); gap: 10px; }
}
@container sg-tile (max-height: 34px) { .sg-points { right: -7px; top: -3px; width: 14px; height: 16px; padding-top: 1px; font-size: 10px; } }
@container sg-tile (min-width: 92px) and (min-height: 78px) { .sg-worn { display: block; } .sg-points { width: 21px; height: 25px; font-size: 14px; padding-top: 3px; } }

/* Cards. */
.sg .sg-card { display: grid; min-width: 0; min-height: 0; padding: 0; border: 0; border-radius: 10px; background: var(--paper-raised); color: var(--ink); font: inherit; font-size: 14px; line-height: 1.25; text-align: left;
  overflow: hidden; container: sg-card / size; box-shadow: 0 2px 6px rgb(0 0 0 / .45); }
.sg-face { position: relative; display: grid; width: 100%; height: 100%; min-height: 0; align-content: center; align-items: center; grid-template: "picture name" minmax(0, 1fr) / clamp(28px, 24cqw, 44px) minmax(0, 1fr); gap: 0 7px; }
.sg-picture { grid-area: picture; align-self: stretch; position: relative; min-height: 0; background: color-mix(in oklab, var(--sg-type) 38%, light-dark(#f3eee6, #39364a)); }
.sg .sg-picture svg { position: absolute; inset: 6%; width: 88%; height: 88%; }
.sg-name { grid-area: name; font-weight: 650; font-size: clamp(10px, min(max(7.4cqw, 11.5px), 27cqh), 18px); line-height: 1.12; overflow-wrap: anywhere; padding-right: 4px; }
.sg-does { grid-area: does; display: none; color: var(--ink-soft); font-size: clamp(11.5px, 5.5cqw, 15px); line-height: 1.18; padding-right: 6px; }
.sg-cost { position: absolute; top: 2px; left: 2px; min-width: 19px; height: 19px; border-radius: 50%; background: #ffd75e; color: #2b2622; border: 1.5px solid #8a6a10;
  font-weight: 700; font-size: 12px; line-height: 1; display: grid; place-items: center; }
.sg button.sg-card { cursor: pointer; box-shadow: 0 0 0 2px var(--sg-go), 0 2px 10px rgb(0 0 0 / .5); transition: translate .12s; }
.sg button.sg-card:hover { translate: 0 -2px; background: color-mix(in oklab, var(--sg-go) 14%, var(--paper-raised)); }
.sg button.sg-card[aria-pressed] { background: color-mix(in oklab, var(--sg-go) 34%, var(--paper-raised)); box-shadow: 0 0 0 3px var(--sg-go), 0 0 16px var(--sg-go); }
.sg div.sg-card .sg-picture { filter: saturate(.75); }
.sg .sg-gap { place-items: center; color: var(--sg-soft); background: none; box-shadow: none; border: 1.5px dashed var(--sg-line); }
@container sg-card ((min-height: 50px) and (min-width: 140px)) or ((min-height: 76px) and (min-width: 108px)) {
  .sg-face { grid-template: "picture ." 1fr "picture name" auto "picture does" auto "picture ." 1fr / clamp(22px, 16cqw, 30px) minmax(0, 1fr); gap: 0 4px; }
  .sg-name { font-size: 11.5px; line-height: 1.1; padding-right: 2px; letter-spacing: -0.01em; }
  .sg-does { display: block; align-self: start; font-size: 10.5px; line-height: 1.1; padding-right: 2px; }
}
@container sg-card ((min-height: 82px) and (min-width: 150px)) or ((min-height: 66px) and (min-width: 200px)) {
  .sg-face { grid-template: "picture ." 1fr "picture name" auto "picture does" auto "picture ." 1fr / clamp(38px, 24cqw, 70px) minmax(0, 1fr); }
  .sg-name { font-size: clamp(10px, min(max(7.4cqw, 11.5px), 27cqh), 18px); line-height: 1.12; }
  .sg-does { font-size: clamp(11.5px, 5.5cqw, 15px); line-height: 1.18; padding-right: 6px; }
}
@container sg-card (max-aspect-ratio: 8 / 5) and (min-height: 80px) and ((max-width: 107px) or (min-height: 132px)) {
  .sg-face { grid-template: "picture" minmax(0, 1fr) "name" auto "does" auto / minmax(0, 1fr); text-align: center; gap: 0; }
  .sg-name { padding: 4px 5px; font-size: clamp(11.5px, 9cqw, 21px); }
  .sg-does { display: none; padding: 0 7px 7px; font-size: clamp(11.5px, 6.2cqw, 16px); }
  .sg-cost { top: 5px; left: auto; right: 5px; min-width: clamp(19px, 13cqw, 34px); height: clamp(19px, 13cqw, 34px); font-size: clamp(12px, 8cqw, 19px); }
}
@container sg-card (max-aspect-ratio: 8 / 5) and (min-height: 132px) and (min-width: 100px) { .sg-does { display: block; } }

/* Someone's piles, and what everyone held. */

.sg-piles .sg-title, .sg-hands .sg-title { text-align: left; }
.sg-piles, .sg-hands { position: relative; padding: 8px 12px; border-radius: 12px; background: var(--sg-panel); border: 1.5px solid var(--sg-bright); }
.sg-hands { border-color: var(--sg-line); }
.sg-text { overflow-y: auto; min-height: 0; display: grid; align-content: start; gap: 4px 16px; grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr)); font-size: 13px; }
.sg-text p { display: flex; gap: 2px 6px; align-items: start; min-width: 0; }
.sg-text .sg-badge { align-self: start; margin-top: 3px; }
.sg-text b { flex: none; }
.sg-held { min-width: 0; }
.sg-lot { display: inline-flex; align-items: center; gap: 4px; margin-right: 10px; vertical-align: top; }
.sg .sg-lot svg { width: 1.4em; height: 1.4em; flex: none; }
.sg-piles p { display: block; }
.sg-piles b { margin-right: 8px; }
.sg-head { display: flex; align-items: center; gap: 6px; flex: none; }
.sg-head .sg-title { flex: 1; }
.sg-text b { color: var(--sg-bright); }
@container sg (max-height: 519px), (max-width: 519px) { .sg-table:has(.sg-piles) { .sg-piles { grid-area: centre / 1 / strip / -1; padding: 4px 8px; } .sg-strip, .sg-pile { display: none; } .sg-undo { min-height: 26px; padding: 0 10px; } } .sg-text { font-size: 12px; gap: 2px 12px; } .sg .sg-lot svg { display: none; } .sg-lot:not(:last-child)::after { content: ","; margin-left: -4px; } .sg-lot { margin-right: 4px; } }

.sg-attacks .sg-text { grid-template-columns: minmax(0, 1fr); }
.sg-attacks .sg-text p { display: flex; align-items: center; gap: 8px; }
.sg .sg-attacks svg { width: 26px; height: 26px; flex: none; }

/* What moves. */
.sg-sky { position: absolute; inset: 0; pointer-events: none; z-index: 3; }
.sg-flying { --sg-type: #dd5548; }
.sg-fire { fill: #f08a24; stroke: #2b2622; stroke-linejoin: round; }
.sg-spark { fill: #ffd75e; }
.sg-ripple { fill: color-mix(in oklab, var(--sg-shine) 25%, transparent); stroke: var(--sg-shine); stroke-width: 3; }
.sg-changed { animation: sg-changed .7s ease-out; }
@keyframes sg-changed { 0% { background-color: color-mix(in oklab, var(--sg-go) 55%, transparent); scale: 1.05; } }

/* Upright and narrow: one's own hand under one's own fleet. */
@container sg (max-width: 519px) {
  .sg-table { grid-template: "rivals rivals" minmax(0, 1.1fr) "centre centre" minmax(0, 2.4fr) "pile strip" auto "home home" minmax(0, 2.7fr) / auto minmax(0, 1fr); }
  .sg-table.sg-rivals-3, .sg-table.sg-rivals-4 { grid-template-rows: minmax(0, 2.3fr) minmax(0, 1.9fr) auto minmax(0, 2.6fr); }
  .sg-table.sg-watched { grid-template-rows: minmax(0, 2fr) minmax(0, 1fr) auto; grid-template-areas: "rivals rivals" "centre centre" "pile strip"; }
  .sg-home { grid-template: minmax(0, 1.15fr) minmax(0, 1.45fr) / minmax(0, 1fr); }
  .sg-strip { height: 58px; font-size: 12.5px; }
  .sg-said { line-height: 1.15; }
  .sg button.sg-plain { padding: 2px 12px; }
}
/* Upright, and someone has opened a list below. */
@container sg (max-width: 519px) and (max-height: 430px) {
  .sg-table { --sg-gap: 4px; }
  .sg-strip { height: 36px; }
  .sg-pile { display: none; }
}
/* The end: what everyone held, and who is left. */
.sg-over.sg-table { grid-template-rows: minmax(0, 1fr) auto auto minmax(0, 1.3fr); }
.sg-over.sg-table.sg-watched { grid-template-rows: minmax(0, 1fr) auto auto; }
.sg-over .sg-pile { display: none; }
.sg-over .sg-centre { grid-area: centre / 1 / auto / -1; }
@container sg (max-width: 519px) or (max-height: 430px) {
  .sg-over.sg-table { grid-template-rows: minmax(0, 1fr) auto 0 minmax(0, 0.8fr); }
  .sg-over.sg-table.sg-rivals-3, .sg-over.sg-table.sg-rivals-4 { grid-template-rows: minmax(0, 1.6fr) auto 0 minmax(0, 0.8fr); }
  .sg-over :is(.sg-strip, .sg-hand) { display: none; } /* what one held stands above */
  .sg-over .sg-home { grid-template: minmax(0, 1fr) / minmax(0, 1fr); }
  .sg-over .sg-hands { padding: 4px 10px; }
  .sg-over .sg-text { font-size: 12px; gap: 2px 12px; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); }
}
@container sg (min-width: 700px) and (min-height: 520px) {
  .sg-table { --sg-gap: 10px; }
  .sg-strip { height: 50px; font-size: 16px; }
  .sg-pile { width: 64px; font-size: 16px; border-radius: 8px; }
  .sg button.sg-plain { min-height: 38px; padding: 4px 22px; }
  .sg-market > .sg-title, .sg-hand > .sg-title { display: block; }
  .sg-text { font-size: 15px; gap: 8px 24px; }
  .sg-piles .sg-text { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .sg-piles b { display: block; }
}
@container sg (min-width: 1200px) and (min-height: 760px) {
  .sg-table { --sg-gap: 14px; }
  .sg-strip { height: 60px; font-size: 18px; padding-left: 18px; }
  .sg-in-play { width: 44px; height: 44px; }
  .sg-pile { width: 118px; font-size: 22px; border-radius: 12px; margin-right: 12px; }
  .sg-title { font-size: 15px; }
}
`;
