// The tests of one area alone, and no build beforehand.
import { defineConfig } from 'vitest/config';
import { areas } from './areas.mjs';

export default defineConfig({
  test: { include: areas[process.env['MUTATED_AREA']].tests, testTimeout: 30_000, hookTimeout: 60_000 },
});
