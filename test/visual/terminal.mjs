// Screenshots of the built program on real terminals, to be looked at: `npm run visual [-- FOLDER SCENE…]`. On demand, and
// only where Chromium and `script` are. Each scene runs under pseudo-terminals of 60, 80 and 200 columns; xterm.js draws
// what came, on a dark and on a light ground. The bytes are kept beside the pictures.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { shoot } from './chromium.mjs';
import { enginesOf, filesOf, scenesOf } from './scenes.mjs';

const [folder = path.join(tmpdir(), 'system1-terminal'), ...wanted] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(path.join(tmpdir(), 'system1-visual-'));

/** What stands in one picture: widths side by side, in letters that leave a picture of 1290 pixels legible. */
const sheets = [
  { columns: [60, 80], fontSize: 14 },
  { columns: [200], fontSize: 10.5 },
];

/** The colours of widespread terminals, where they are hardest to read. */
const themes = {
  dark: { background: '#000000', foreground: '#e5e5e5' },
  light: {
    background: '#ffffff',
    foreground: '#000000',
    red: '#cd0000',
    green: '#00bc00',
    yellow: '#949800',
    blue: '#0451a5',
    cyan: '#0598bc',
    brightBlack: '#666666',
  },
};

/** What the tests have for engines and rows. */
async function support() {
  const outfile = path.join(scratch, 'support.mjs');
  const files = ['server', 'engines', 'deciding', 'labelled'];
  await build({
    absWorkingDir: root,
    stdin: { contents: files.map((file) => `export * from './test/support/${file}.ts';`).join(''), resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  });
  return import(pathToFileURL(outfile).href);
}

/** Types commands into a terminal, and returns what it was sent. */
async function perform(commands, columns, files, env) {
  const home = mkdtempSync(path.join(scratch, 'home-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), content);
  }
  symlinkSync(path.join(root, 'bin/system1.cjs'), path.join(home, 'system1'));
  symlinkSync(process.execPath, path.join(home, 'node'));
  const lines = commands.map((command) => `printf '\\e[44;97m%s\\e[0m\\n' ${quoted(`$ ${command}`)}\n${command}\n`);
  writeFileSync(path.join(home, '.scene'), `stty cols ${columns} rows 50\n${lines.join('')}`);
  const terminal = spawn('/usr/bin/script', ['--quiet', '--command', 'bash .scene', '/dev/null'], {
    cwd: home,
    env: {
      HOME: home,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      SHELL: '/bin/bash',
      PATH: `${home}:/usr/bin:/bin`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(terminal.stdout)).replaceAll(home, '/home/ada');
}

const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

/** A page with a terminal for each screen. */
function pageOf(screens, fontSize, theme) {
  const options = {
    ...{ rows: 60, scrollback: 5000, allowProposedApi: true, fontSize, lineHeight: 1.1, theme },
    fontFamily: '"DejaVu Sans Mono", "Noto Sans Mono CJK JP", "Noto Color Emoji", monospace',
  };
  const data = JSON.stringify({ screens, options }).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><meta charset="utf-8">
<link rel="stylesheet" href="${import.meta.resolve('@xterm/xterm/css/xterm.css')}">
<style>
body { margin: 12px; background: #888; display: flex; gap: 12px; align-items: start }
div.screen { padding: 8px; background: ${theme.background} }
</style>
<body>
<script src="${import.meta.resolve('@xterm/xterm/lib/xterm.js')}"></script>
<script src="${import.meta.resolve('@xterm/addon-unicode-graphemes')}"></script>
<script>
const { screens, options } = ${data};
for (const { columns, shown } of screens) {
  const box = document.body.appendChild(document.createElement('div'));
  box.className = 'screen';
  const terminal = new Terminal({ ...options, cols: columns });
  terminal.loadAddon(new UnicodeGraphemesAddon.UnicodeGraphemesAddon());
  terminal.open(box);
  terminal.write(shown, () => {
    const { active } = terminal.buffer;
    let last = active.length;
    while (last > 1 && active.getLine(last - 1).translateToString(true) === '') last -= 1;
    terminal.resize(columns, last);
    terminal.write('\\x1b[?25l', () => terminal.scrollToTop());
  });
}
</script>`;
}

function picture(name, screens, { columns, fontSize }, scheme) {
  const page = path.join(scratch, 'page.html');
  const side = screens.filter((screen) => columns.includes(screen.columns));
  writeFileSync(page, pageOf(side, fontSize, themes[scheme]));
  // Each line once more for those that wrap: too high a picture does no harm.
  const lines = Math.max(...side.map(({ shown, columns }) => shown.split('\n').length + shown.length / columns / 8));
  const height = 60 + Math.ceil(lines * fontSize * 1.34);
  shoot(page, path.join(folder, `${name}-${columns[0]}-${scheme}.png`), { width: 1290, height, scheme, scratch });
}

async function show(name, commands, files, env) {
  const screens = [];
  for (const columns of sheets.flatMap((sheet) => sheet.columns)) {
    const shown = await perform(commands, columns, files, env);
    writeFileSync(path.join(folder, `${name}-${columns}.ansi`), shown);
    screens.push({ columns, shown });
  }
  for (const scheme of Object.keys(themes)) for (const sheet of sheets) picture(name, screens, sheet, scheme);
}

mkdirSync(folder, { recursive: true });
const { serve, ...tools } = await support();
const engines = Object.entries(enginesOf(tools));
const servers = await Promise.all(engines.map(async ([name, handler]) => [name, await serve(handler)]));
const urls = Object.fromEntries(servers.map(([name, { url }]) => [name, url]));
const env = { SYSTEM1_LAYA_ENDPOINT: urls.laya, SYSTEM1_OLLAMA_ENDPOINT: urls.ollama };
try {
  const files = filesOf({ ...tools, urls });
  for (const [name, commands] of Object.entries(scenesOf(urls))) {
    if (wanted.length === 0 || wanted.includes(name)) await show(name, commands, files, env);
  }
} finally {
  await Promise.all(servers.map(([, server]) => server.close()));
  rmSync(scratch, { recursive: true });
}
