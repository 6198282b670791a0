/** How Space Goats looks: sizes and colours, all of them mixed from the page's own. */

export const STYLE = `
.sg { position: relative; container-type: inline-size; font-size: 14px; line-height: 1.3; --sg-fur: #f1e7d6; --sg-beard: #fffaf0;
  --sg-seat: var(--accent); --sg-shine: #4aa8d8; --sg-type: var(--accent); }
.sg-store { position: absolute; }
.sg-table { display: grid; gap: 10px; }
.sg b { font-weight: 650; }
.sg-seat-0 { --sg-seat: var(--seat-0); --sg-fur: #f1e7d6; --sg-beard: #fffaf0; }
.sg-seat-1 { --sg-seat: var(--seat-1); --sg-fur: #c79a6b; --sg-beard: #f0d9b8; }
.sg-seat-2 { --sg-seat: var(--seat-2); --sg-fur: #b9bec7; --sg-beard: #f3f4f6; }
.sg-seat-3 { --sg-seat: var(--seat-3); --sg-fur: #7d746e; --sg-beard: #d8d0c8; }
.sg-seat-4 { --sg-seat: var(--seat-4); --sg-fur: #e2a868; --sg-beard: #fff1dd; }
.sg-rocket { --sg-type: color-mix(in oklab, #d2453a 85%, var(--paper-raised)); }
.sg-shield, .sg-card.sg-shield { --sg-type: color-mix(in oklab, #2f8fc4 85%, var(--paper-raised)); }
.sg-special { --sg-type: color-mix(in oklab, #8a5cc4 85%, var(--paper-raised)); }
.sg-currency { --sg-type: color-mix(in oklab, #e0a526 90%, var(--paper-raised)); }
.sg-debris { --sg-type: color-mix(in oklab, #9a8f84 90%, var(--paper-raised)); }

.sg-rivals { display: grid; gap: 8px; grid-template-columns: 1fr; }
.sg-fleet { position: relative; border: 1px solid var(--line); border-radius: 14px; padding: 8px 10px; background: var(--paper-raised); min-width: 0;
  background: linear-gradient(180deg, color-mix(in oklab, var(--sg-seat) 9%, var(--paper-raised)), var(--paper-raised) 70%); }
.sg-incoming { position: absolute; top: -11px; right: 12px; z-index: 1; display: flex; align-items: center; gap: 4px; padding: 1px 10px 1px 6px; border-radius: 99px;
  font-size: 12px; font-weight: 600; background: var(--paper-raised); border: 1.5px solid var(--bad); }
.sg .sg-incoming svg { width: 22px; }
.sg-active { border-color: var(--sg-seat); box-shadow: 0 0 0 1px var(--sg-seat); }
.sg-target { border-color: var(--bad); box-shadow: 0 0 0 2px var(--bad); }
.sg-captain { display: flex; align-items: center; gap: 4px 8px; flex-wrap: wrap; }
.sg-portrait { width: 44px; flex: none; }
.sg svg { display: block; width: 100%; height: auto; overflow: visible; }
.sg-who { flex: 1 1 auto; display: flex; gap: 4px 6px; align-items: center; flex-wrap: wrap; color: var(--ink-soft); }
.sg-who b { color: var(--sg-seat); font-size: 16px; }
.sg-mark { border-radius: 99px; padding: 1px 8px; font-size: 12px; color: var(--ink); background: color-mix(in oklab, var(--sg-seat) 20%, var(--paper-raised)); }
.sg button.sg-chips { min-height: 40px; padding: 2px 8px; gap: 9px; border-radius: 10px; border-color: transparent; background: none; display: inline-flex;
  align-items: center; font-size: 14px; font-variant-numeric: tabular-nums; }
.sg button.sg-chips:hover { border-color: var(--line); }
.sg-chip { display: inline-flex; align-items: center; gap: 4px; border-radius: 6px; }
.sg-chip i { width: 12px; height: 16px; border-radius: 3px; border: 1.5px solid var(--ink-soft); background: var(--paper-raised); flex: none; }
.sg-chip-bank i { width: 15px; height: 15px; border-radius: 50%; background: #ffd75e; border-color: #8a6a10; }
.sg-chip-hand i { background: var(--sg-seat); border-color: var(--sg-seat); box-shadow: 3px -2px 0 -0.5px color-mix(in oklab, var(--sg-seat) 55%, var(--paper-raised)); margin-right: 3px; }
.sg-chip-draw i { background: repeating-linear-gradient(45deg, var(--ink-soft) 0 1.5px, transparent 1.5px 4px); }
.sg-chip-discard i { transform: rotate(14deg); }
.sg-ships { display: grid; grid-template-columns: repeat(auto-fill, minmax(66px, 1fr)); gap: 6px; margin-top: 6px; align-items: start; }
.sg .sg-tile { display: block; padding: 2px; border: 1.5px solid transparent; border-radius: 10px; background: none; min-height: 0; font: inherit; color: inherit;
  text-align: center; position: relative; min-width: 0; width: 100%; max-width: 96px; margin: 0 auto; }
.sg button.sg-tile { border-color: var(--accent); border-style: dashed; min-height: 44px; cursor: pointer; }
.sg button.sg-tile:hover { background: color-mix(in oklab, var(--bad) 14%, transparent); border-color: var(--bad); }
.sg-worn { display: block; font-size: 11px; line-height: 1.1; color: var(--ink); }
.sg-worn b { position: absolute; right: 0; top: -2px; min-width: 19px; height: 22px; padding-top: 4px; color: #fff; font-size: 12px;
  clip-path: polygon(0 0, 100% 0, 100% 60%, 50% 100%, 0 60%); background: #1f6f9e; }
.sg-names { font-size: 12px; color: var(--ink-soft); margin-top: 4px; display: none; }
.sg-adrift, .sg-held, .sg-empty { color: var(--ink-soft); padding: 6px 2px; font-style: italic; }
.sg-held { font-style: normal; font-size: 13px; }
.sg-out .sg-portrait { transform: rotate(160deg); }
.sg-out { background: none; }
.sg button.sg-aim { width: 100%; min-height: 40px; margin-top: 6px; border-color: var(--bad); color: var(--bad); }

.sg-cards { display: grid; gap: 8px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.sg .sg-card { position: relative; display: grid; grid-template: "picture name" auto "picture does" 1fr / 42px minmax(0, 1fr); gap: 0 8px; align-items: start;
  text-align: left; padding: 0 6px 0 0; border: 1px solid var(--line); border-radius: 12px; background: var(--paper-raised); color: var(--ink); font: inherit;
  min-height: 74px; overflow: hidden; }
.sg-picture { grid-area: picture; place-self: stretch; display: grid; place-items: center; background: color-mix(in oklab, var(--sg-type) 34%, light-dark(#efe9df, #b3aea6)); }
.sg-picture svg { max-width: 36px; }
.sg-market .sg-picture { place-items: end center; padding-bottom: 8px; }
.sg-name { grid-area: name; font-weight: 650; font-size: 13.5px; line-height: 1.15; padding: 8px 0 0; hyphens: auto; overflow-wrap: anywhere; }
.sg-does { grid-area: does; color: var(--ink-soft); font-size: 12px; line-height: 1.25; padding: 2px 0 8px; }
.sg-cost { position: absolute; top: 6px; left: 10px; min-width: 22px; height: 22px; border-radius: 50%; background: #ffd75e; color: #2b2622; border: 1.5px solid #8a6a10;
  font-weight: 700; font-size: 13px; display: grid; place-items: center; }
.sg button.sg-card { cursor: pointer; border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), var(--shadow, none); }
.sg button.sg-card:hover, .sg button.sg-card[aria-expanded] { background: color-mix(in oklab, var(--accent) 10%, var(--paper-raised)); transform: translateY(-2px); }
.sg .sg-gap { display: grid; place-items: center; color: var(--ink-soft); border-style: dashed; background: none; grid-template: none; padding: 0; }
.sg-strip { display: flex; align-items: center; gap: 6px 10px; flex-wrap: wrap; min-height: 44px; }
.sg-pile { width: 30px; height: 40px; border-radius: 5px; display: grid; place-items: center; font-weight: 700; font-size: 13px; color: var(--ink); flex: none;
  border: 1.5px solid var(--ink-soft); background: var(--paper-raised); box-shadow: 3px 3px 0 -1px var(--paper-raised), 3px 3px 0 0 var(--ink-soft); margin-right: 3px; }
.sg-said { flex: 1 1 180px; }
.sg button.sg-plain { min-height: 40px; padding: 4px 14px; }
.sg-title { color: var(--ink-soft); font-size: 13px; margin: 0 0 4px 2px; }
.sg-tray { border: 1.5px dashed var(--accent); border-radius: 14px; padding: 8px; }
.sg-menu { position: absolute; z-index: 4; display: grid; gap: 2px; padding: 6px; min-width: 190px; max-width: min(320px, 96cqw); background: var(--paper-raised);
  border: 1px solid var(--accent); border-radius: 12px; box-shadow: 0 10px 30px rgb(0 0 0 / .22); }
.sg button.sg-item { justify-content: flex-start; text-align: left; border-color: transparent; padding: 6px 10px; gap: 8px; }
.sg-mini { width: 30px; flex: none; }
.sg-piles p { margin: 4px 6px; }
.sg-piles:focus { outline: none; }

.sg-sky { position: absolute; inset: 0; pointer-events: none; z-index: 3; }
.sg svg.sg-sky { width: 100%; height: 100%; }
.sg-flying { --sg-type: color-mix(in oklab, #d2453a 85%, var(--paper-raised)); }
.sg-fire { fill: #f08a24; stroke: #2b2622; stroke-linejoin: round; }
.sg-spark { fill: #ffd75e; }
.sg-ripple { fill: color-mix(in oklab, var(--sg-shine) 25%, transparent); stroke: var(--sg-shine); stroke-width: 3; }
.sg-changed { animation: sg-changed .7s ease-out; }
@keyframes sg-changed { 0% { background-color: color-mix(in oklab, var(--accent) 45%, transparent); transform: scale(1.06); } }

@container (min-width: 460px) {
  .sg-rivals-2, .sg-rivals-3, .sg-rivals-4, .sg-rivals-5 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@container (min-width: 620px) {
  .sg-rivals-3 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .sg-cards { grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); }
  .sg-hand .sg-card, .sg-tray .sg-card { max-width: 220px; }
  .sg .sg-card { grid-template: "picture" 76px "name" auto "does" 1fr / 1fr; text-align: center; padding: 0; min-height: 160px; align-content: start; }
  .sg .sg-picture { place-items: center; padding: 0; }
  .sg .sg-picture svg { max-width: 58px; }
  .sg-cost { left: auto; right: 6px; }
  .sg .sg-name { padding: 8px 8px 0; font-size: 14px; }
  .sg .sg-does { padding: 3px 8px 10px; }
  .sg-portrait { width: 54px; }
}
@container (min-width: 740px) {
  .sg-table { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 12px; }
  .sg-table > * { grid-column: 1 / -1; }
  .sg-table > .sg-own { grid-column: 1; align-self: start; margin-top: 21px; }
  .sg-table > .sg-hand { grid-column: 2; }
}
@container (max-width: 619px) {
  .sg-rivals-3 .sg-worn span, .sg-rivals-4 .sg-worn span, .sg-rivals-5 .sg-worn span { display: none; }
  .sg-rivals-3 .sg-names, .sg-rivals-4 .sg-names, .sg-rivals-5 .sg-names { display: block; }
}
@container (max-width: 459px) {
  .sg-long { font-size: 11.5px; letter-spacing: -.02em; }
  .sg-worn span { display: none; }
  .sg-names { display: block; }
  .sg-ships { grid-template-columns: repeat(auto-fill, minmax(46px, 1fr)); gap: 3px; }
  .sg-rivals { gap: 6px; }
  .sg-fleet { padding: 6px 8px; }
  .sg-rivals-3, .sg-rivals-4, .sg-rivals-5 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .sg-rivals-3 .sg-fleet:first-child:nth-last-child(odd), .sg-rivals-5 .sg-fleet:first-child { grid-column: 1 / -1; }
  .sg-rivals-3 .sg-captain, .sg-rivals-4 .sg-captain, .sg-rivals-5 .sg-captain { display: grid; grid-template: "face who" auto "face chips" auto / 40px 1fr; gap: 0 6px; }
  .sg-rivals-3 .sg-portrait, .sg-rivals-4 .sg-portrait, .sg-rivals-5 .sg-portrait { width: 40px; grid-area: face; }
  .sg-rivals-3 .sg-chip-draw, .sg-rivals-4 .sg-chip-draw, .sg-rivals-5 .sg-chip-draw { display: none; }
  .sg .sg-rivals-3 button.sg-chips, .sg .sg-rivals-4 button.sg-chips, .sg .sg-rivals-5 button.sg-chips { padding: 0; gap: 7px; font-size: 13px; grid-area: chips; justify-content: start; }
  .sg-rivals-3 .sg-ships, .sg-rivals-4 .sg-ships, .sg-rivals-5 .sg-ships { grid-template-columns: repeat(auto-fill, minmax(42px, 1fr)); gap: 2px; margin-top: 2px; }
}
`;
