// Faults at the moments when the built program touches a file: it dies there, or the disk is full from there on. Moments
// are counted, so that a test goes through all of them.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `kill`: SIGKILL, a write being half done. A code: what the system says from there on to whatever takes room. */
export type FileFault = 'kill' | 'ENOSPC' | 'EIO';

/**
 * JavaScript for `preload` that lets the fault strike at that moment, from 1. Making, writing, cutting, renaming and
 * removing a file are moments, and so is the midst of a write; streams 0 to 2 and reading are none. What takes no room
 * does not count on a full disk. `mark` is made when it strikes.
 */
const preloadOf = (fault: FileFault, moment: number, mark: string): string => `{
  const fs = require('fs');
  const real = { ...fs };
  let left = ${moment};
  let inside = false;
  let full = false;
  const strike = () => {
    real.writeFileSync(${JSON.stringify(mark)}, '');
    if (${fault === 'kill'}) process.kill(process.pid, 'SIGKILL');
    full = true;
  };
  const fail = (name) => {
    throw Object.assign(new Error('${fault}: injected, ' + name), { code: '${fault}', syscall: name });
  };
  /** Whether the moment has come. */
  const isDue = () => { left -= 1; return left === 0; };
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
 * Calls `scenario` with a fault at the first moment of its run, then at the second and so on, in fours, until a run comes
 * to its end before the fault could strike. Returns how many moments there were.
 */
export async function atEveryMoment(
  fault: FileFault,
  scenario: (preload: string, moment: number) => Promise<void>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'system1-moments-'));
  const strikes = async (moment: number): Promise<boolean> => {
    const mark = join(folder, String(moment));
    await scenario(preloadOf(fault, moment, mark), moment);
    return existsSync(mark);
  };
  try {
    for (let from = 1; ; from += together) {
      const struck = await Promise.all(Array.from({ length: together }, (_, index) => strikes(from + index)));
      const missed = struck.indexOf(false);
      if (missed !== -1) return from + missed - 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const together = 4;
