// `npm run bench -- NAME`: startup (the default), calibrate, batch, batch-memory, deadline. No figures in the tests: they belong to a machine.
const names = ['startup', 'calibrate', 'batch', 'batch-memory', 'deadline'];
const name = process.argv[2] ?? 'startup';

if (names.includes(name)) await import(`./${name}.mjs`);
else {
  console.error(`npm run bench -- ${names.join('|')}`);
  process.exitCode = 2;
}
