// `npm run mutate -- AREA`: Stryker breaks the code of one area in every way it knows, and the tests have to notice. On demand,
// never part of the tests: an area takes minutes. A second run asks only for what changed since; `--force` asks for all of it.
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { areas } from './areas.mjs';

/** The least share of covered mutants that has to be killed, in percent. */
const least = 85;

const [area, ...flags] = process.argv.slice(2);

if (Object.hasOwn(areas, area ?? '')) await report(area, flags.includes('--force'));
else {
  console.error(`npm run mutate -- ${Object.keys(areas).join('|')} [--force]`);
  process.exitCode = 2;
}

async function report(name, force) {
  // The processes that run the tests read it in vitest.config.mjs.
  process.env['MUTATED_AREA'] = name;
  const results = await run({
    mutate: areas[name].mutate,
    incremental: true,
    incrementalFile: `reports/mutation/${name}.incremental.json`,
    force,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
  });
  const having = (...statuses) => results.filter(({ status }) => statuses.includes(status));
  const survived = await withoutFalse(having('Survived'));
  const covered = having('Survived', 'Killed', 'Timeout').length;
  const killed = covered - survived.length;
  const percent = (100 * killed) / covered;
  for (const mutant of survived) console.log(`survived ${described(mutant)}`);
  console.log(`${name}: ${killed} of ${covered} covered mutants killed, ${percent.toFixed(1)} %`);
  console.log(`not covered: ${having('NoCoverage').length}`);
  if (percent < least) process.exitCode = 1;
}

/**
 * Those that survive also when each test runs to its end. Where a run stops at the first test that fails, the failure
 * itself may be lost (stryker-js#6073).
 */
async function withoutFalse(survivors) {
  if (survivors.length === 0) return [];
  const lines = survivors.map(({ fileName, location: { start, end } }) => `${fileName}:${start.line}-${end.line}`);
  const again = await run({ mutate: [...new Set(lines)], disableBail: true, reporters: ['progress-append-only'] });
  const survived = new Set(again.filter(({ status }) => status === 'Survived').map(described));
  return survivors.filter((mutant) => survived.has(described(mutant)));
}

function run(options) {
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Vitest reads the sources as they are; and the compiler's API that would rewrite this file has gone from TypeScript 7.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    ignorePatterns: ['/dist*', '/.nodes', '/.llama'],
    ...options,
  });
  return stryker.runMutationTest();
}

function described({ fileName, location: { start }, mutatorName, replacement }) {
  const place = `${path.relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
  return `${place} ${mutatorName}\n  ${replacement.replaceAll('\n', '\n  ')}`;
}
