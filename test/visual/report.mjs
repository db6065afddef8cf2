// Screenshots of the HTML report and its SVG, to be looked at: `node test/visual/report.mjs [FOLDER] [REPORT.html]`. On demand,
// and only where Chromium is installed. Without a report it makes one of the reports that the tests have.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { shoot } from './chromium.mjs';

const [folder = path.join(tmpdir(), 'system1-report'), given] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(path.join(tmpdir(), 'system1-visual-'));

/** The files to look at. */
async function pages() {
  if (given !== undefined) return [path.resolve(given)];
  const entry = path.join(scratch, 'render.mjs');
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `export * from './src/output/report-html.ts'; export * from './src/output/report-svg.ts'; export * as reports from './test/output/reports.ts';`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: entry,
  });
  const { renderHtml, renderSvg, reports } = await import(pathToFileURL(entry).href);
  return Object.entries(reports)
    .filter(([, report]) => typeof report === 'object')
    .flatMap(([name, report]) => [write(`${name}.html`, renderHtml(report)), write(`${name}.svg`, renderSvg(report))]);
}

function write(name, text) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Chromium makes no window narrower than 500 pixels: a narrow page is shown in a frame. */
function picture(page, width, scheme) {
  const image = path.join(folder, `${path.basename(page)}-${width}-${scheme}.png`);
  const frame = path.join(scratch, 'frame.html');
  const height = page.endsWith('.svg') ? 700 : width < 600 ? 4600 : 2600;
  writeFileSync(
    frame,
    `<!DOCTYPE html><meta name="color-scheme" content="light dark"><style>body{margin:0}iframe{border:0;width:${width}px;height:${height}px}</style><iframe src="${pathToFileURL(page).href}"></iframe>`,
  );
  shoot(frame, image, { width, height, scheme, scratch });
}

try {
  for (const page of await pages()) {
    for (const width of [400, 1200]) for (const scheme of ['light', 'dark']) picture(page, width, scheme);
  }
} finally {
  rmSync(scratch, { recursive: true });
}
