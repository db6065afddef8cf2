// What is wrong with labelled rows, gathered so that several can be corrected at once.
import { invalidRequest, type System1Error } from '../../errors.ts';

/** How many bad rows are reported at once. */
const maxFaults = 5;

export interface FaultCollector {
  /** Takes note of a bad row. Throws System1Error at the fifth; passes bugs on. */
  add(error: System1Error, line: number): void;
  /** How many bad rows were dropped. Throws System1Error when there were bad rows and none may be dropped. */
  finish(): number;
}

/** With `skipBad` bad rows are counted and nothing is thrown. */
export function faultCollector(path: string, skipBad: boolean): FaultCollector {
  const faults: string[] = [];
  let dropped = 0;
  const report = (end: string): System1Error =>
    invalidRequest(`${path}: ${faults.join('; ')}${end}`, 'correct these rows, or leave bad rows out with --skip-bad');
  return {
    add(error, line) {
      if (error.code === 'internal') throw error;
      if (skipBad) {
        dropped += 1;
        return;
      }
      faults.push(`line ${line}: ${error.message}`);
      if (faults.length === maxFaults) throw report('; reading stopped there');
    },
    finish() {
      if (faults.length > 0) throw report('');
      return dropped;
    },
  };
}
