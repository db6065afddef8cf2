// Faults at the moments when the built program touches a file: it dies there, or the disk is full from there on. Moments
// are counted, so that a test goes through all of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapLimit } from '../../src/concurrency.ts';

/** SIGKILL, a write being half done; or a disk that is full from there on. */
export type FileFault = 'kill' | 'ENOSPC';

/**
 * JavaScript for `preload` that lets the fault strike at that moment, from 1. Making, writing, cutting, renaming and
 * removing a file are moments, and so is the midst of a write; streams 0 to 2 and reading are none. What takes no room
 * does not count on a full disk. At moment 0 nothing strikes, and `tally` gets their number.
 */
const preloadOf = (fault: FileFault, moment: number, tally: string): string => `{
  const fs = require('fs');
  const real = { ...fs };
  let left = ${moment};
  let inside = false;
  let full = false;
  const strike = () => {
    if (${fault === 'kill'}) process.kill(process.pid, 'SIGKILL');
    full = true;
  };
  const fail = (name) => {
    throw Object.assign(new Error('${fault}: injected, ' + name), { code: '${fault}', syscall: name });
  };
  /** Whether the moment has come. */
  const isDue = () => {
    left -= 1;
    if (${moment === 0}) real.writeFileSync(${JSON.stringify(tally)}, String(-left));
    return left === 0;
  };
  const nested = (act) => { inside = true; try { return act(); } finally { inside = false; } };
  const halfOf = (data) => { const bytes = Buffer.from(data); return bytes.subarray(0, bytes.length >> 1); };
  const isOurs = (target) => !inside && !(typeof target === 'number' && target <= 2);

  const step = (name, takesRoom, applies = () => true) => {
    fs[name] = (...args) => {
      const counts = (takesRoom || ${fault === 'kill'}) && isOurs(args[0]) && applies(...args);
      if (!counts) return real[name](...args);
      if (isDue()) strike();
      if (full) fail(name);
      return nested(() => real[name](...args));
    };
  };
  const forWriting = (_path, flags) => typeof flags === 'number' ? (flags & 3) !== 0 : /[wax+]/.test(flags ?? 'r');
  step('openSync', true, forWriting);
  for (const name of ['mkdirSync', 'fsyncSync', 'linkSync', 'symlinkSync']) step(name, true);
  for (const name of ['renameSync', 'rmSync', 'unlinkSync', 'truncateSync', 'ftruncateSync', 'closeSync']) step(name, false);

  const write = (name, half) => {
    fs[name] = (target, data, ...rest) => {
      if (!isOurs(target)) return real[name](target, data, ...rest);
      if (isDue()) strike();
      if (isDue()) { nested(() => half(target, data, ...rest)); strike(); }
      if (full) fail(name);
      return nested(() => real[name](target, data, ...rest));
    };
  };
  write('writeSync', (fd, data, offset = 0, length = undefined, place = null) => {
    const bytes = Buffer.from(data);
    real.writeSync(fd, bytes, offset, (length ?? bytes.length - offset) >> 1, place);
  });
  for (const name of ['writeFileSync', 'appendFileSync']) {
    write(name, (path, data, options) => real[name](path, halfOf(data), options));
  }
}`;

/**
 * Calls `scenario` with no fault, as moment 0, and then with one at the first moment of its run, at the second and so on to
 * the last. Returns how many moments there were.
 */
export async function atEveryMoment(
  fault: FileFault,
  scenario: (preload: string, moment: number) => Promise<void>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'system1-moments-'));
  const tally = join(folder, 'tally');
  try {
    await scenario(preloadOf(fault, 0, tally), 0);
    const count = Number(readFileSync(tally, 'utf8'));
    const moments = Array.from({ length: count }, (_, index) => index + 1);
    await mapLimit(moments, together, (moment) => scenario(preloadOf(fault, moment, tally), moment));
    return count;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const together = 4;
