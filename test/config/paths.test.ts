import { describe, expect, test } from 'vitest';
import { besideFile, configPlace } from '../../src/config/paths.ts';

const linux = { platform: 'linux', cwd: '/srv', home: '/home/a' } as const;
const windows = { platform: 'win32', cwd: 'C:\\work', home: 'C:\\Users\\a' } as const;

describe('where the configuration is', () => {
  test.each([
    ['the flag', linux, { SYSTEM1_CONFIG: '/e.toml' }, 'f.toml', '/srv/f.toml', '--config'],
    ['the variable', linux, { SYSTEM1_CONFIG: ' e.toml ' }, undefined, '/srv/e.toml', 'SYSTEM1_CONFIG'],
    ['a blank variable', linux, { SYSTEM1_CONFIG: ' ' }, undefined, '/home/a/.config/system1/config.toml', null],
    ['XDG', linux, { XDG_CONFIG_HOME: '/x' }, undefined, '/x/system1/config.toml', null],
    ['a relative XDG', linux, { XDG_CONFIG_HOME: 'x' }, undefined, '/home/a/.config/system1/config.toml', null],
    ['a blank XDG', linux, { XDG_CONFIG_HOME: '' }, undefined, '/home/a/.config/system1/config.toml', null],
    ['the home', linux, {}, undefined, '/home/a/.config/system1/config.toml', null],
    ['no home but XDG', { ...linux, home: null }, { XDG_CONFIG_HOME: '/x' }, undefined, '/x/system1/config.toml', null],
    ['macOS', { ...linux, platform: 'darwin' }, {}, undefined, '/home/a/.config/system1/config.toml', null],
    ['APPDATA', windows, { APPDATA: 'D:\\roam' }, undefined, 'D:\\roam\\system1\\config.toml', null],
    [
      'no APPDATA',
      windows,
      { XDG_CONFIG_HOME: '/x' },
      undefined,
      'C:\\Users\\a\\AppData\\Roaming\\system1\\config.toml',
      null,
    ],
    ['the flag on Windows', windows, {}, 'sub\\f.toml', 'C:\\work\\sub\\f.toml', '--config'],
  ] as const)('%s', (_, world, env, flag, path, namedBy) => {
    expect(configPlace({ ...world, env }, flag)).toEqual({ path, namedBy });
  });

  test('nowhere, without a home', () => {
    expect(configPlace({ ...linux, home: null, env: {} }, undefined)).toBeNull();
    expect(configPlace({ ...linux, home: '', env: {} }, undefined)).toBeNull();
  });

  test('a blank flag is a slip', () => {
    for (const flag of ['', ' \t']) {
      expect(() => configPlace({ ...linux, env: {} }, flag)).toThrow('--config names no file');
    }
  });
});

test.each([
  ['linux', '/etc/s/config.toml', 'calibrations', '/etc/s/calibrations'],
  ['linux', '/etc/s/config.toml', '/var/c.json', '/var/c.json'],
  ['win32', 'C:\\s\\config.toml', 'calibrations', 'C:\\s\\calibrations'],
] as const)('beside the file on %s', (platform, file, path, expected) => {
  expect(besideFile(platform, file, path)).toBe(expected);
});
