// The package as users get it: packed by npm, and installed from the tarball without network.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './cli.ts';

const run = promisify(execFile);

export interface Packed {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In bytes, by path. */
  readonly files: ReadonlyMap<string, number>;
}

export interface Installed extends AsyncDisposable {
  readonly packed: Packed;
  /** The `--prefix` of a global installation. */
  readonly prefix: string;
  /** A folder of a project that depends on the package. */
  readonly project: string;
}

/** Packs the built package and installs it, globally and for a project. */
export async function installPackage(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'system1-package-'));
  const [prefix, project] = [join(folder, 'prefix'), join(folder, 'project')];
  const packed = await pack(folder);
  await npm(folder, ['install', '--global', '--prefix', prefix, '--offline', '--ignore-scripts', packed.file]);
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(prefix, 'lib/node_modules/system1'), join(project, 'node_modules/system1'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  const dispose = async (): Promise<void> => rmSync(folder, { recursive: true });
  return { packed, prefix, project, [Symbol.asyncDispose]: dispose };
}

async function pack(folder: string): Promise<Packed> {
  const [{ filename, size, files }] = JSON.parse(
    await npm(folder, ['pack', root, '--json', '--ignore-scripts', '--pack-destination', folder]),
  );
  const sizes = files.map(({ path, size }: { path: string; size: number }) => [path, size]);
  return { file: join(folder, filename), size, files: new Map(sizes) };
}

/** npm's own home is the folder, so that nothing of the developer's is read or changed. */
async function npm(folder: string, argv: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: join(folder, 'cache') };
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
  const { stdout } = await run('npm', [...argv, ...quiet], { cwd: folder, env });
  return stdout;
}

export interface NodeVersion {
  /** `Node 22`; where it is missing, how to get it. */
  readonly title: string;
  readonly path: string;
  readonly isMissing: boolean;
}

/** This Node, and those that `.ci/run` fetches. */
export const nodeVersions: readonly NodeVersion[] = [
  { title: `Node ${process.versions.node}`, path: process.execPath, isMissing: false },
  ...[22, 24].map((major) => {
    const path = join(root, `.nodes/node_modules/node${major}/bin/node`);
    const isMissing = !existsSync(path);
    return { title: `Node ${major}${isMissing ? ' (skipped: .nodes is made by .ci/run)' : ''}`, path, isMissing };
  }),
];
