// Runs scripts on a machine that has a neighbour, where the kernel allows such a thing: see two-hosts.sh.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Exit, root } from './cli.ts';
import { runShell } from './shell.ts';

const library = join(root, 'test/support/two-hosts.sh');

/** As a plain user, who is root only in there; root itself may be allowed no user namespace. */
const ways = ['--user --map-root-user', ''].map((user) => `unshare ${user} --net --mount`);

const works = (way: string): boolean =>
  spawnSync('/bin/bash', ['-c', `${way} -- /bin/bash -euc '. ${library}; arrived'`]).status === 0;

const way = process.platform === 'linux' ? ways.find(works) : undefined;

/** Why there can be no second host here; null when there can. */
export const noSecondHost: string | null =
  way === undefined ? 'no network namespaces here, or no iproute2 and util-linux' : null;

/**
 * Runs a bash script in which `system1` is the built program, in a network of two hosts. `arrived` prints how much has come
 * to the second host, 10.77.0.2 and fd77::2, and every other address that is not loopback; `instead_of FILE` replaces a file by stdin.
 */
export const runBesideHost = (script: string, env: Readonly<Record<string, string>> = {}): Promise<Exit> =>
  runShell(`exec ${way} -- /bin/bash -euc ". ${library}; eval \\"\\$SCRIPT\\""`, { ...env, SCRIPT: script });
