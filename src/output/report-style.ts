// How reports look: few colours, light and dark, one sheet for the charts and one for the page around them.

/** Colours and charts; an image of its own needs no more. */
export const chartStyle = `
:root { color-scheme: light dark;
  --paper: #ffffff; --ink: #1d2127; --quiet: #5c6570; --line: #e4e7eb;
  --blue: #3f6fc9; --blue-soft: #c9d8f4; --orange: #e08a3c; --orange-soft: #f8dfc6; --green: #22805a; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #15181d; --ink: #e7eaee; --quiet: #9aa4b0; --line: #2b3038;
  --blue: #6f9bec; --blue-soft: #2c4268; --orange: #eba15f; --orange-soft: #5c4128; --green: #58bd8f; } }
.chart text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; fill: var(--quiet); }
.chart .heading { font-size: 13px; font-weight: 600; fill: var(--ink); }
.chart .strong { font-weight: 600; fill: var(--green); }
.chart .small { font-size: 9px; }
.chart .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.grid { stroke: var(--line); }
.axis { stroke: var(--quiet); }
.ideal { stroke: var(--quiet); stroke-dasharray: 3 4; }
.right { fill: var(--blue); }
.over { fill: var(--orange-soft); }
.under { fill: var(--blue-soft); }
.claim { stroke: var(--ink); stroke-width: 2; }
.tick { fill: var(--ink); }
.few { opacity: .45; }
.count { fill: var(--quiet); opacity: .55; }
.band { fill: var(--blue-soft); opacity: .6; }
.curve { fill: none; stroke: var(--blue); stroke-width: 2; stroke-linejoin: round; }
.dot { fill: var(--blue); }
.target { stroke: var(--green); stroke-dasharray: 2 3; }
.threshold { stroke: var(--green); stroke-width: 1.5; }
.mark { fill: var(--paper); stroke: var(--green); stroke-width: 2.5; }
`;

/** The page of the HTML report. */
export const pageStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 1000px; margin: 0 auto; padding: 40px 20px 64px; }
h1 { margin: 4px 0 8px; font-size: clamp(21px, 5.5vw, 26px); line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 12px; font-size: 17px; font-weight: 600; }
p { margin: 0; max-width: 68ch; }
.quiet, caption, footer { color: var(--quiet); }
.eyebrow { margin: 0; font-size: 13px; }
section { margin-top: 40px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 24px 48px; align-items: start; }
.pair > * { min-width: 0; }
.chart { display: block; width: 100%; max-width: 460px; height: auto; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 20px 32px; margin: 28px 0 0; padding: 20px 0; border: solid var(--line); border-width: 1px 0; }
.facts dt { font-size: 13px; color: var(--quiet); }
.facts dd { margin: 0; font-size: 19px; line-height: 1.45; font-weight: 600; }
.facts dd small { display: block; font-size: 13px; font-weight: 400; color: var(--quiet); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 0 0 16px; padding: 0; list-style: none; font-size: 13px; color: var(--quiet); }
.legend svg { width: 12px; height: 12px; margin-right: 6px; vertical-align: -1px; }
table { width: 100%; max-width: 680px; border-collapse: collapse; font-size: 14px; }
caption { padding-bottom: 6px; text-align: left; font-size: 13px; }
th, td { padding: 6px 0 6px 12px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; white-space: nowrap; font-weight: 400; }
thead th { font-size: 13px; color: var(--quiet); }
tbody .word, small { white-space: normal; }
.word { padding-left: 24px; }
.word, th:first-child { text-align: left; }
th:first-child { padding-left: 0; }
td small { display: block; color: var(--quiet); }
details { margin-top: 16px; }
details .pair { margin-top: 16px; }
summary { cursor: pointer; color: var(--quiet); font-size: 13px; }
.notes { margin: 0; padding: 0; list-style: none; max-width: 76ch; }
.notes li { padding: 8px 0 8px 14px; border-left: 3px solid var(--orange); margin-bottom: 8px; }
footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; }
@media (max-width: 600px) { .word { padding-left: 14px; } }
@media print { details > * { display: block; } }
`;
