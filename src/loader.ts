// Loads the bundle with V8's code cache, which saves a quarter of the start: a file in the user's own cache folder, never
// needed. It is read only if nobody else could have written it, and V8 gets it only if it is whole: V8 itself takes any
// damaged code for good, so each file holds its data twice, and both halves must agree.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';

const entry = 'cli.cjs';

type Load = (file: string) => unknown;

/** The files of `dist/` require each other as `./NAME.cjs`. */
const isBundle = (name: string): boolean => /^\.\/[\w-]+\.cjs$/.test(name);

/** By another name, so that the build does not look for what is required. */
const plainRequire = require;

/** Runs the program, and returns what it exports. Whatever is wrong with the cache, it runs as if there were none. */
function start(): unknown {
  const folder = cacheFolder();
  if (folder !== null && !nodeHasCache()) return loaderWith(folder)(entry);
  if (folder !== null) enableNodeCache(folder);
  return plainRequire(`./${entry}`);
}

/** Node keeps such a cache itself from 22.1 on. Asking its `module` for the function would cost what the cache saves. */
const nodeHasCache = (): boolean => Number.parseInt(process.versions.node, 10) >= 22;

function enableNodeCache(folder: string): void {
  const enable: unknown = Reflect.get(process.getBuiltinModule('node:module'), 'enableCompileCache');
  if (typeof enable === 'function') enable(folder);
}

/** The user's cache folder; null without one of our own, with flags that change what V8 compiles, or when it is not wanted. */
function cacheFolder(): string | null {
  const { env, execArgv, platform } = process;
  if (env['NODE_DISABLE_COMPILE_CACHE'] || env['NODE_OPTIONS'] || execArgv.length > 0) return null;
  const home = env['HOME'] ?? '';
  const xdg = env['XDG_CACHE_HOME'] ?? '';
  const base = isAbsolute(xdg) ? xdg : join(home, platform === 'darwin' ? 'Library/Caches' : '.cache');
  return isAbsolute(base) && isOurs(isAbsolute(xdg) ? xdg : home) ? join(base, 'system1') : null;
}

/** Under sudo the home folder is another user's: neither to be trusted nor to be littered. */
function isOurs(folder: string): boolean {
  try {
    return statSync(folder).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** A file of ours as V8 has compiled it, and where that is kept. */
interface Compiled {
  readonly script: Script;
  readonly place: string;
  readonly kept: Kept | null;
}

/** What was kept of an earlier run; one that asked an engine has compiled all that the others need. */
interface Kept {
  readonly data: Buffer;
  readonly asked: boolean;
}

function loaderWith(folder: string): Load {
  const compiled: Compiled[] = [];
  const loaded = new Map<string, { exports: unknown }>();
  let asked = false;
  const requireCached = (name: string): unknown => {
    asked ||= name === 'node:http';
    return isBundle(name) ? load(basename(name)) : plainRequire(name);
  };

  function load(file: string): unknown {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const filename = join(__dirname, file);
    // Bundles are ASCII, and begin with a comment that holds their own hash.
    const source = readFileSync(filename, 'latin1');
    const key = [source.slice(3, 19), process.versions.v8, process.arch].join('-');
    const place = join(folder, `${file}-${key}`);
    const kept = readWhole(place);
    const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
      filename,
      ...(kept && { cachedData: kept.data }),
    });
    compiled.push({ script, place, kept: script.cachedDataRejected ? null : kept });
    const module = { exports: {} };
    loaded.set(file, module);
    script.runInThisContext()(module.exports, requireCached, module, filename, __dirname);
    return module.exports;
  }

  // At exit, since by then V8 has compiled what this kind of run needs.
  process.on('exit', () => {
    const news = compiled.filter(({ kept }) => kept === null || (asked && !kept.asked));
    if (news.length > 0) keep(news, folder, asked);
  });
  return load;
}

/** Twice the data, and one byte more where an engine was asked. Null unless we wrote it ourselves and it is whole. */
function readWhole(place: string): Kept | null {
  let fd: number | null = null;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    fd = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0) return null;
    const content = readFileSync(fd);
    const length = content.length >> 1;
    const data = content.subarray(0, length);
    return data.equals(content.subarray(length, 2 * length)) ? { data, asked: content.length % 2 === 1 } : null;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Written beside and renamed, so that a reader finds all of it or nothing. */
function keep(compiled: readonly Compiled[], folder: string, asked: boolean): void {
  try {
    makeFolder(dirname(folder));
    makeFolder(folder);
    for (const { script, place } of compiled) {
      const data = script.createCachedData();
      write(place, Buffer.concat([data, data, Buffer.alloc(asked ? 1 : 0)]));
    }
    forgetOld(folder);
  } catch {
    // A full disk or a read-only home: the next start is as fast as this one.
  }
}

/** One level: Node's recursive form never ends where the system says ENOENT for good, as under /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function write(place: string, content: Buffer): void {
  const beside = `${place}.${process.pid}`;
  try {
    writeFileSync(beside, content, { mode: 0o600, flag: 'wx' });
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Files of a build are a handful; so many leave room for other installations and versions of Node at work this minute. */
const mostFiles = 32;

/** What other builds and engines left a month ago, or so many builds ago. */
function forgetOld(folder: string): void {
  const monthAgo = Date.now() - 30 * 24 * 3600 * 1000;
  const files = readdirSync(folder)
    .filter((name) => /^[\w-]+\.cjs-[\da-f]{16}-/.test(name))
    .map((name) => join(folder, name))
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const [index, { file, time }] of files.entries()) {
    if (time < monthAgo || index >= mostFiles) rmSync(file, { force: true });
  }
}

/** Whether there was a program to run: a crash can leave an empty file, which loads without a word. */
export const started = Object.keys(start() as object).length > 0;
