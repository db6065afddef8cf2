// Disks of a test's own, where a machine lets us mount: as root, or as the root of a user namespace.
import { spawnSync } from 'node:child_process';

/** Runs a bash script where it may mount; what it mounts goes with it. */
export const mounting = (script: string): string =>
  `unshare --map-root-user --mount bash -eu <<'MOUNTING'\n${script}\nMOUNTING`;

export const cannotMount =
  spawnSync('bash', ['-c', mounting('mount -t tmpfs -o size=64k none /tmp')], { stdio: 'ignore' }).status !== 0;
