// Other processes of this machine, as far as a lock has to know them.
import { readFileSync, readlinkSync } from 'node:fs';

/** Signal 0 only asks. One that belongs to somebody else is alive too, and one that has died may still be listed. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** Each container has process numbers of its own (pid_namespaces(7)); empty where there are none. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Dead, and not yet asked after by its parent (proc(5): the state follows the name in parentheses). */
function isZombie(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Whose process numbers ours are: the machine's, or its container's. Two that share a disk have numbers of their own each. */
export const pidsOf = (): string => [process.getBuiltinModule('node:os').hostname(), pidNamespace()].join(' ').trim();
