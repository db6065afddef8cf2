// Real disks that are full or read-only, small ones that a test mounts for itself.
import { expect } from 'vitest';
import { jsonl, numbered, yes } from '../support/batch.ts';
import { deciding } from '../support/deciding.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import { cannotMount, mounting } from '../support/namespaces.ts';
import { serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';
import { itUnless } from '../support/unless.ts';

const onDisk = itUnless(cannotMount, 'nothing can be mounted here');

/** Runs a script beside an empty disk of 64 KiB, `disk`. Gives what it says, the disk's path left out, and what the engine was asked. */
async function withDisk(script: string) {
  await using server = await serve(deciding(yes));
  using shop = workshop();
  const rows = labelledRows({ count: 80 });
  shop.file('labels', jsonl(rows));
  shop.file('unasked', jsonl(rows.map(({ probabilities, provider, model, ...row }) => row)));
  shop.file('rows', jsonl(numbered(200)));
  const setUp = `
    cd ${shop.folder}; PATH=$HOME:$PATH; mkdir disk; mount -t tmpfs -o size=64k none disk
    # Without the options of before, which name users that a namespace does not know.
    remount() { mount --options-mode ignore -o remount,"$1" disk; }
    fill() { head -c 100000 /dev/zero >disk/filler 2>/dev/null || true; }
    try() { if system1 "$@" -q; then echo 0; else echo $?; fi; }
    exec 2>&1`;
  const { stdout, stderr } = await runShell(mounting(`${setUp}\n${script}`), {
    SYSTEM1_LAYA_ENDPOINT: server.url,
    SYSTEM1_RETRIES: '0',
  });
  const asked = server.received.map(({ body }) => JSON.parse(body).state as string);
  return { said: `${stderr}${stdout}`.replaceAll(`${shop.folder}/`, ''), asked };
}

onDisk('a full home changes no answer, and keeps the calibration that it has', async () => {
  const { said } = await withDisk(`
    export HOME=$PWD/disk
    try calibrate labels
    before=$(cat disk/.config/system1/calibrations/*)
    fill
    try decide Safe? -p mock
    try calibrate labels --force
    [ "$before" = "$(cat disk/.config/system1/calibrations/*)" ] && echo same
    ls -A disk/.config/system1/calibrations | wc -l`);
  expect(said).toMatch(
    /^0\n0\nsystem1: cannot write to disk\/\.config\/system1\/calibrations\/laya-[^/]+\.json: no space left on device\n2\nsame\n1\n$/,
  );
});

onDisk('an output that the disk has no more room for goes on when there is', async () => {
  const { said, asked } = await withDisk(`
    try decide Safe? -b rows --output disk/out
    remount size=1m
    try decide Safe? -b rows --output disk/out --resume
    jq .id disk/out | tr '\\n' ' '`);
  const ids = numbered(200).map(({ id }) => id);
  expect(said).toBe(
    `system1: cannot write to disk/out: no space left on device\nhint: put that right and run it again: of JSON lines, --resume keeps those that are written\n2\n0\n${ids.join(' ')} `,
  );
  // Those that were under way when there was no room are asked again, and no other ones.
  expect(asked.length).toBeLessThan(200 + 40);
});

onDisk('rows that are asked again need room for a second file: without it the first one stays', async () => {
  const { said } = await withDisk(`
    head -n 50 rows >some
    SYSTEM1_LAYA_ENDPOINT=http://127.0.0.1:1 try decide Safe? -b some --output disk/out
    sum=$(cksum <disk/out)
    fill
    try decide Safe? -b some --output disk/out --resume --retry-failed
    [ "$sum" = "$(cksum <disk/out)" ] && ls disk
    rm disk/filler; remount size=1m
    try decide Safe? -b some --output disk/out --resume --retry-failed
    jq -r .outcome disk/out | uniq -c`);
  expect(said).toMatch(
    /^4\nsystem1: cannot write to disk\/out\.retrying: no space left on device\nhint: .+: disk\/out is as it was\n2\nfiller\nout\n0\n +50 answered\n$/,
  );
});

onDisk('live answers are kept up to the last one that there was room for', async () => {
  const { said, asked } = await withDisk(`
    cp unasked disk/labels; fill
    truncate --size=-8192 disk/filler # a page for the lock, another one for answers
    try calibrate disk/labels -p laya --force --method none --dry-run --concurrency 1
    rm disk/filler
    try calibrate disk/labels -p laya --force --method none --dry-run --concurrency 1`);
  expect(said).toMatch(
    /^system1: cannot write to disk\/labels\.answers\.jsonl: no space left on device\nhint: .+the answers so far are kept: run it again for the rest\n2\n0\n$/,
  );
  expect(new Set(asked).size).toBe(80);
  expect(asked.length).toBe(81);
});

onDisk('a read-only disk is told before anything is asked', async () => {
  const { said, asked } = await withDisk(`
    cp unasked disk/labels; mkdir -p disk/.config/system1
    remount ro; export HOME=$PWD/disk
    try decide Safe? -p mock
    try decide Safe? -b rows --output disk/out
    GITHUB_OUTPUT=$PWD/disk/output try decide Safe? --format github
    GITHUB_STEP_SUMMARY=$PWD/disk/summary try decide Safe? --format github -b rows
    try calibrate unasked -p laya --out disk/entry.json
    try calibrate unasked -p laya --html disk/report.html
    try calibrate unasked -p laya
    try calibrate disk/labels -p laya --dry-run`);
  const refusals = [
    'disk/out',
    '$GITHUB_OUTPUT',
    '$GITHUB_STEP_SUMMARY',
    'disk/entry.json',
    'disk/report.html',
    'disk/.config/system1/calibrations',
    'disk/labels.answers.jsonl',
  ];
  expect(said.replace(/hint: .+\n/g, '')).toBe(
    `0\n${refusals.map((what) => `system1: cannot write to ${what}: read-only file system\n2\n`).join('')}`,
  );
  expect(asked).toEqual([]);
});
