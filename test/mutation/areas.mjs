// What is mutated, an area a run, and the tests that are to notice: quick ones, in this process, without the built program.

const inProcess = (...names) => names.map((name) => `test/cli/${name}.test.ts`);

export const areas = {
  http: {
    mutate: ['src/http/{endpoint,headers,key-pattern,network,proxy,redact,resolve}.ts', 'src/pattern.ts'],
    tests: ['test/http/{endpoint,headers,key-pattern,network,proxy,redact,resolve}.test.ts'],
  },
  config: {
    mutate: ['src/config/**/*.ts'],
    tests: ['test/config/**/*.test.ts'],
  },
  decision: {
    mutate: ['src/decision/{asked,attempt,backoff,chain,consent,gate,hop}.ts'],
    tests: [
      'test/decision/**/*.test.ts',
      ...inProcess('answer-json', 'chain', 'check-order', 'input', 'questions', 'verdicts'),
    ],
  },
  fit: {
    mutate: ['src/calibration/fit/**/*.ts'],
    tests: ['test/calibration/fit/**/*.test.ts', 'test/calibration/study.test.ts'],
  },
  figures: {
    mutate: ['src/calibration/figures/**/*.ts'],
    tests: ['test/calibration/figures/**/*.test.ts', 'test/calibration/reference.test.ts'],
  },
  store: {
    mutate: ['src/store/**/*.ts'],
    tests: ['test/store/**/*.test.ts'],
  },
};
