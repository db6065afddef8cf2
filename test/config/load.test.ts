import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import type { FlagSettings } from '../../src/config/types.ts';
import { fakeIo } from '../support/io.ts';
import { isRoot, itUnless } from '../support/unless.ts';
import { configOf, faultOf, hopOf } from './support.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'system1-load-'));
  mkdirSync(join(folder, 'home', '.config', 'system1'), { recursive: true });
  writeFileSync(join(folder, 'home', '.config', 'system1', 'config.toml'), 'provider = "von"');
  writeFileSync(join(folder, 'named.toml'), 'provider = "systemone"');
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  writeFileSync(join(folder, 'long.toml'), '#'.repeat(1024 * 1024 + 1));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('which file is read', () => {
  test.each([
    ['the default place', 'home', {}, undefined, 'von', 'home/.config/system1/config.toml'],
    ['the variable', 'home', { SYSTEM1_CONFIG: 'named.toml' }, undefined, 'systemone', 'named.toml'],
    ['the flag', 'home', { SYSTEM1_CONFIG: '/absent' }, 'named.toml', 'systemone', 'named.toml'],
    ['nothing at the default place', 'empty', {}, undefined, 'laya', null],
    ['a file where a folder should be', 'file', {}, undefined, 'laya', null],
  ])('%s', async (_, home, env, flag, primary, file) => {
    const config = await loadConfig(fakeIo({ env, cwd: folder, home: join(folder, home) }), {}, flag);
    expect(config).toMatchObject({ primary, file: file === null ? null : join(folder, file) });
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['absent.toml', {}, /absent.toml does not exist$/, '--config names this file'],
    [undefined, { SYSTEM1_CONFIG: 'absent.toml' }, /absent.toml does not exist$/, 'SYSTEM1_CONFIG names this file'],
    ['file/x', {}, /does not exist: a part of its path is no folder$/, '--config names this file'],
    ['.', {}, /is a folder, not a file$/, '--config names this file'],
    ['x\0y', {}, /is no valid file name$/, '--config names this file'],
    ['loop', {}, /loop cannot be read: too many symbolic links encountered$/, '--config names this file'],
    ['n'.repeat(300), {}, /n cannot be read: name too long$/, '--config names this file'],
    ['long.toml', {}, /long.toml is larger than 1 MiB$/, undefined],
  ])('%s %j', async (flag, env, message, hint) => {
    await expect(loadConfig(fakeIo({ env, cwd: folder }), {}, flag)).rejects.toMatchObject({
      code: 'config_error',
      message: expect.stringMatching(message),
      hint,
    });
  });

  test('at the default place, which nobody named', async () => {
    mkdirSync(join(folder, 'odd', '.config', 'system1', 'config.toml'), { recursive: true });
    await expect(loadConfig(fakeIo({ home: join(folder, 'odd') }), {}, undefined)).rejects.toMatchObject({
      message: `${join(folder, 'odd', '.config', 'system1', 'config.toml')} is a folder, not a file`,
      hint: undefined,
    });
  });

  itUnless(isRoot, 'root may read everything')('without permission, also at the default place', async () => {
    const path = join(folder, 'secret.toml');
    writeFileSync(path, '');
    chmodSync(path, 0);
    await expect(loadConfig(fakeIo({ cwd: folder }), {}, path)).rejects.toThrow('permission denied');
  });
});

describe('a named pipe that nobody writes to', () => {
  const late = { code: 'deadline', message: 'the deadline of 3600.05 s passed' };
  const now = () => 3_600_000;

  test.each<[string, FlagSettings, Record<string, string>]>([
    ['a flag', { deadlineS: 3600.05 }, {}],
    ['the environment', {}, { SYSTEM1_DEADLINE_S: '3600.05' }],
    ['a flag over the environment', { deadlineS: 3600.05 }, { SYSTEM1_DEADLINE_S: '9000' }],
  ])('is given up at the deadline that is set by %s', async (_, flags, env) => {
    const pipe = join(folder, 'pipe');
    rmSync(pipe, { force: true });
    execFileSync('mkfifo', [pipe]);
    await expect(loadConfig(fakeIo({ env, now }), flags, pipe)).rejects.toMatchObject(late);
  });
});

describe('bytes', () => {
  const utf16 = Buffer.from('\ufeffprovider = "von"', 'utf16le');
  test('a byte order mark and CRLF are fine', async () => {
    expect((await configOf({ file: '\ufeffprovider = "von"\r\nretries = 2\r\n' })).retries).toBe(2);
    expect((await faultOf({ file: '\ufeffprovider = "von"\r\nretrys = 2\r\n' })).message).toMatch(/^config.toml:2: /);
  });

  test('UTF-16 is refused', async () => {
    expect(await faultOf({ file: utf16 })).toEqual({ message: 'config.toml is UTF-16 text', hint: 'save it as UTF-8' });
    expect((await faultOf({ file: Buffer.from(utf16).swap16() })).message).toBe('config.toml is UTF-16 text');
  });

  test('bytes that are no UTF-8 are replaced, with a warning', async () => {
    const { primary, warnings } = await configOf({ file: Buffer.from('provider = "von" # f\xfcr', 'latin1') });
    expect(primary).toBe('von');
    expect(warnings).toEqual([
      { code: 'invalid_utf8', message: expect.stringMatching(/config.toml is not valid UTF-8/) },
    ]);
  });

  test('an empty file is a file', async () => {
    expect((await configOf({ file: '' })).file).toMatch(/config.toml$/);
  });
});

test('what the file sets', async () => {
  const file = `
    provider = "von"
    fallback = ["laya"]
    timeout_s = 2
    deadline_s = 9
    min_confidence = 0.7
    retries = 3
    fallback_on_abstain = true
    local_only = true`;
  const config = await configOf({ file });
  expect(config).toMatchObject({
    primary: 'von',
    fallback: ['laya'],
    deadlineMs: 9000,
    minConfidence: { value: 0.7, origin: { source: 'file' } },
    retries: 3,
    fallbackOnAbstain: true,
    localOnly: true,
  });
  expect([...config.providers.values()].map(({ name, timeoutMs }) => [name, timeoutMs])).toEqual(
    [...config.providers.keys()].map((name) => [name, 2000]),
  );
  expect(config.providers.get('absent')).toBeUndefined();
  expect(config.providers.get('von')).toBe(config.providers.get('von'));
});

describe('what nobody set', () => {
  test('has the defaults of the contract', async () => {
    const config = await configOf({});
    expect(config).toMatchObject({
      file: null,
      primary: 'laya',
      fallback: [],
      deadlineMs: null,
      minConfidence: null,
      retries: 1,
      fallbackOnAbstain: false,
      localOnly: false,
      calibrations: null,
      warnings: [],
    });
    expect([...config.globals.keys()]).toEqual([
      'provider',
      'fallback',
      'timeout_s',
      'retries',
      'fallback_on_abstain',
      'local_only',
      'calibrations',
    ]);
    expect([...config.providers.keys()]).toEqual([
      'laya',
      'von',
      'systemone',
      'ollama',
      'typesafe',
      'anthropic',
      'mock',
    ]);
  });

  test('settings keep the order of the tables', async () => {
    const config = await configOf({
      file: 'retries = 0\nprovider = "von"\n[providers.laya]\napi = "systemone"\nmodel = "x"',
    });
    expect([...config.globals.keys()].slice(0, 2)).toEqual(['provider', 'fallback']);
    expect([...hopOf(config, 'laya').sourced.keys()]).toEqual([
      'endpoint',
      'model',
      'allow_remote',
      'max_options',
      'timeout_s',
      'api',
    ]);
  });
});

test('a link to nothing where the file would be is not no file', async () => {
  const home = mkdtempSync(join(tmpdir(), 'system1-load-'));
  const place = join(home, '.config', 'system1');
  mkdirSync(place, { recursive: true });
  for (const link of [join(place, 'config.toml'), place, join(home, '.config')]) {
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(home, 'nothing'), link);
    await expect(loadConfig(fakeIo({ home }), {}, undefined)).rejects.toMatchObject({
      code: 'config_error',
      message: `${join(place, 'config.toml')} does not exist`,
      hint: 'a link there leads to nothing',
    });
  }
  rmSync(home, { recursive: true });
});

test.each([
  ['', {}, 'named.toml', 'calibrations', false],
  ['calibrations = "../c"', {}, 'sub/c.toml', 'c', true],
  ['calibrations = "calibrations"', {}, 'sub/c.toml', 'sub/calibrations', false],
  ['calibrations = "c"', { SYSTEM1_CALIBRATIONS: 'e.json' }, 'sub/c.toml', 'e.json', true],
  ['', { SYSTEM1_CALIBRATIONS: 'calibrations' }, 'sub/c.toml', 'calibrations', true],
])('calibrations: %j with %j', async (text, env, name, expected, mustExist) => {
  mkdirSync(join(folder, 'sub'), { recursive: true });
  if (name !== 'named.toml') writeFileSync(join(folder, name), text);
  const config = await loadConfig(fakeIo({ env, cwd: folder }), {}, name);
  expect(config.calibrations).toEqual({ path: join(folder, expected), mustExist });
});

test('loading refuses a faulty chain, reading does not', async () => {
  const env = { SYSTEM1_PROVIDER: 'ollama' };
  await expect(loadConfig(fakeIo({ env }), {}, undefined)).rejects.toThrow('ollama needs a model');
  expect((await configOf({ env })).primary).toBe('ollama');
});
