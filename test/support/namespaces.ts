// Disks of a test's own, where a machine lets us mount: as root, or as the root of a user namespace.
import { spawnSync } from 'node:child_process';

/** Runs a bash script where it may mount; what it mounts goes with it. */
export const mounting = (script: string): string =>
  `unshare --map-root-user --mount bash -eu <<'MOUNTING'\n${script}\nMOUNTING`;

const trial = 'mount -t tmpfs -o size=64k none /tmp; mount --options-mode ignore -o remount,ro /tmp';

export const cannotMount = spawnSync('bash', ['-c', mounting(trial)], { stdio: 'ignore' }).status !== 0;
