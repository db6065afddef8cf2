// Screenshots with Debian's Chromium, where it is installed. They are to be looked at, and belong to no test.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--allow-file-access-from-files',
];

/** Writes a picture of a page. `scheme` is what it is told of the reader's taste; a profile is kept in `scratch`. */
export function shoot(page, image, { width, height, scheme, scratch }) {
  execFileSync(
    '/usr/bin/chromium',
    [
      ...flags,
      `--blink-settings=preferredColorScheme=${scheme === 'dark' ? 0 : 1}`,
      `--user-data-dir=${path.join(scratch, 'profile')}`,
      `--window-size=${width},${height}`,
      '--virtual-time-budget=10000',
      `--screenshot=${image}`,
      pathToFileURL(page).href,
    ],
    { stdio: 'ignore' },
  );
  console.log(image);
}
