// The entry of the bundle: the real world in, the exit code out. `bin/system1.cjs` loads it.
import { asSystem1Error } from './errors.ts';
import { internalExit } from './exit.ts';
import { argumentsOf, exitNow, onCrash, processIo } from './io.ts';
import { run } from './main.ts';
import { renderError } from './output/errors.ts';
import { plain } from './output/style.ts';

const io = processIo();

onCrash((thrown) => {
  io.stderr.write(renderError(asSystem1Error(thrown), { verbose: false, style: plain }));
  exitNow(internalExit);
});

// Everything is written when `run` returns, so nothing is lost by leaving at once.
run(argumentsOf(), io).then(exitNow);
