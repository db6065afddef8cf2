// Where the configuration file is. Pure: the platform, the environment and the home directory come as arguments.
import { posix, win32 } from 'node:path';
import { configError } from '../errors.ts';
import type { Io } from '../io.ts';
import { variable } from './keys.ts';

type World = Pick<Io, 'env' | 'cwd' | 'home' | 'platform'>;

export interface ConfigPlace {
  /** Absolute. */
  readonly path: string;
  /** What named it, null for the default place: a file that was asked for must exist. */
  readonly namedBy: string | null;
}

/** `--config`, else `SYSTEM1_CONFIG`, else the user's own; null without a home directory. Throws System1Error for a blank flag. */
export function configPlace(world: World, flag: string | undefined): ConfigPlace | null {
  if (flag?.trim() === '') throw configError('--config names no file');
  if (flag !== undefined) return { path: absolute(world, flag), namedBy: '--config' };
  const named = variable(world.env, 'SYSTEM1_CONFIG');
  if (named !== null) return { path: absolute(world, named), namedBy: 'SYSTEM1_CONFIG' };
  const path = defaultPath(world);
  return path === null ? null : { path, namedBy: null };
}

/** A path of the user made absolute against the working directory. */
export const absolute = ({ platform, cwd }: Pick<World, 'platform' | 'cwd'>, path: string): string =>
  flavour(platform).resolve(cwd, path);

/** A path in the configuration made absolute against the folder of its file. */
export const besideFile = (platform: NodeJS.Platform, file: string, path: string): string =>
  flavour(platform).resolve(flavour(platform).dirname(file), path);

/** The XDG base directory specification says to ignore relative values. */
function defaultPath({ env, home, platform }: World): string | null {
  const { isAbsolute, join } = flavour(platform);
  const bases =
    platform === 'win32'
      ? [env['APPDATA'], home && join(home, 'AppData', 'Roaming')]
      : [env['XDG_CONFIG_HOME'], home && join(home, '.config')];
  const base = bases.find((path) => path && isAbsolute(path));
  return base ? join(base, 'system1', 'config.toml') : null;
}

const flavour = (platform: NodeJS.Platform): typeof posix => (platform === 'win32' ? win32 : posix);
