// `npm run mutate -- AREA`: Stryker breaks the code of one area in every way it knows, and the tests have to notice. On demand,
// never part of the tests: an area takes minutes. A second run asks only for what changed since; `--force` asks for all of it.
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { areas } from './areas.mjs';

/** The least share of covered mutants that has to be killed, in percent. */
const least = 85;

const [area, ...flags] = process.argv.slice(2);

if (Object.hasOwn(areas, area ?? '')) {
  const { killed, survived, uncovered } = sorted(await mutate(area, flags.includes('--force')));
  for (const mutant of survived) console.log(`survived ${described(mutant)}`);
  const covered = killed.length + survived.length;
  const percent = (100 * killed.length) / covered;
  console.log(
    `${area}: ${killed.length} of ${covered} covered mutants killed, ${percent.toFixed(1)} %; ${uncovered.length} uncovered`,
  );
  if (percent < least) process.exitCode = 1;
} else {
  console.error(`npm run mutate -- ${Object.keys(areas).join('|')} [--force]`);
  process.exitCode = 2;
}

function mutate(name, force) {
  // The processes that run the tests read it in vitest.config.mjs.
  process.env['MUTATED_AREA'] = name;
  const stryker = new Stryker({
    mutate: areas[name].mutate,
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile: `reports/mutation/${name}.incremental.json`,
    force,
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
    // Vitest reads the sources as they are; and the compiler's API that would rewrite this file has gone from TypeScript 7.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    ignorePatterns: ['/dist*', '/.nodes', '/.llama'],
  });
  return stryker.runMutationTest();
}

function sorted(results) {
  const having = (...statuses) => results.filter(({ status }) => statuses.includes(status));
  return { killed: having('Killed', 'Timeout'), survived: having('Survived'), uncovered: having('NoCoverage') };
}

function described({ fileName, location, mutatorName, replacement, testsCompleted }) {
  const { line, column } = location.start;
  const place = `${path.relative(process.cwd(), fileName)}:${line}:${column} ${mutatorName}`;
  // A file of tests that cannot be loaded has no tests, and Stryker takes the mutant that did it for a survivor.
  const doubt = testsCompleted === 0 ? ' (no test ran: try it by hand)' : '';
  return `${place}${doubt}\n  ${replacement.replaceAll('\n', '\n  ')}`;
}
