// Reference data and small samples for the tests of calibration.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { type Dataset, readDataset } from '../../src/calibration/rows/dataset.ts';
import type { ReadRules } from '../../src/calibration/rows/rows.ts';
import { type Recorded, type Sample, sampleOf } from '../../src/calibration/rows/sample.ts';

const folder = new URL('../fixtures/calibration/', import.meta.url);

export const fixtureText = (name: string): string =>
  gunzipSync(readFileSync(new URL(`${name}.gz`, folder))).toString('utf8');

export const fixtureJson = <T>(name: string): T => JSON.parse(fixtureText(name)) as T;

const scratch = mkdtempSync(join(tmpdir(), 'system1-calibration-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A file in a folder of its own under the system's temporary one. */
export function fileOf(content: string | Uint8Array): string {
  const path = join(mkdtempSync(join(scratch, 'rows-')), 'labels.jsonl');
  writeFileSync(path, content);
  return path;
}

const defaults: ReadRules = { question: null, group: null, skipBad: false };

export const readText = (content: string | Uint8Array, rules: Partial<ReadRules> = {}): Promise<Dataset> =>
  readDataset(fileOf(content), { ...defaults, ...rules });

export const readFixture = (name: string): Promise<Dataset> => readText(fixtureText(`${name}.jsonl`));

export interface Row {
  readonly p: readonly number[];
  readonly label: number;
}

export function recorded(rows: readonly Row[]): Recorded {
  const offsets = Uint32Array.of(0, ...rows.map(({ p }) => p.length)).map(runningSum());
  return {
    probabilities: Float64Array.from(rows.flatMap(({ p }) => p)),
    offsets,
    labels: Uint16Array.from(rows, ({ label }) => label),
  };
}

export const sample = (rows: readonly Row[], floor = 1e-12): Sample => allRows(recorded(rows), floor);

export const allRows = (data: Recorded, floor = 1e-12): Sample =>
  sampleOf(
    data,
    Uint32Array.from(data.labels, (_, row) => row),
    floor,
  );

function runningSum(): (value: number) => number {
  let sum = 0;
  return (value) => {
    sum += value;
    return sum;
  };
}
