// 200 processes at once on one home: half of them store calibrations that the other half decides by, and all find the code
// cache empty. Nobody reads a half, nobody answers raw, and nobody is kept waiting for another.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { runBuilt } from '../support/cli.ts';
import { systemOne } from '../support/engines.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import { serve } from '../support/server.ts';
import { storedIn } from '../support/stored.ts';

/** Temperatures of their own, so that it shows whose calibration was applied. */
const temperatures = [1.5, 2, 3];

it('store, read and cache whole', async () => {
  using shop = workshop();
  await using server = await serve(systemOne({ yes: 0.9, no: 0.1 }));
  const env = { HOME: shop.folder, SYSTEM1_LAYA_ENDPOINT: server.url, SYSTEM1_TIMEOUT_S: '100' };
  const labels = temperatures.map((temperature) =>
    shop.file(`${temperature}.jsonl`, jsonl(labelledRows({ count: 200, temperature }))),
  );
  const calibrate = async (index: number) => {
    const { code, stdout, stderr } = await runBuilt(['calibrate', labels[index % labels.length] ?? '', '--json'], {
      env,
    });
    return { code, stderr, temperature: code === 0 ? JSON.parse(stdout).applied_temperature : stdout };
  };
  const decide = async () => {
    const { code, stdout, stderr } = await runBuilt(['decide', 'Is it safe?', '-c', 'x', '--json'], { env });
    return { code, stderr, temperature: code === 0 ? JSON.parse(stdout).calibration?.temperature : stdout };
  };
  // One is stored before anybody decides.
  const stored = await Promise.all(temperatures.map((_, index) => calibrate(index)));
  const known = stored.map(({ temperature }) => temperature);
  expect(new Set(known).size).toBe(temperatures.length);

  const ends = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? calibrate(index / 2) : decide())),
  );
  expect(
    ends.filter(({ code, stderr, temperature }) => code !== 0 || stderr !== '' || !known.includes(temperature)),
  ).toEqual([]);

  const store = join(shop.folder, '.config/system1/calibrations');
  expect(readdirSync(store)).toHaveLength(1);
  expect(known).toContain(storedIn(store)[0]?.temperature);
  for (const file of cacheFiles(join(shop.folder, '.cache/system1'))) {
    const bytes = readFileSync(file);
    const half = bytes.length >> 1;
    expect(bytes.subarray(0, half).equals(bytes.subarray(half, 2 * half))).toBe(true);
  }
}, 180_000);

/** Ours on Node 20; newer ones keep a cache of their own there. */
const cacheFiles = (folder: string): string[] =>
  Number.parseInt(process.versions.node, 10) < 22 ? readdirSync(folder).map((name) => join(folder, name)) : [];
