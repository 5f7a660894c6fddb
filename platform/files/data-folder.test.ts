import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-folder-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('creates the folders for this user only, also when they exist already', () => {
  const dataDir = join(folder, 'deep', 'down', 'data');
  openDataFolder(dataDir, ['images']);
  openDataFolder(dataDir, ['images']);
  expect(existsSync(join(dataDir, 'images'))).toBe(true);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

describe.skipIf(process.platform === 'win32')('an existing folder', () => {
  const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o777;
  const files = ['blood-buddies.db', 'blood-buddies.db-wal', 'server.lock', 'secret.key'];

  function makeReadable(name: string): string {
    const dataDir = join(folder, name);
    mkdirSync(join(dataDir, 'images'), { recursive: true });
    mkdirSync(join(dataDir, 'outbox'));
    for (const file of files) writeFileSync(join(dataDir, file), '');
    for (const path of [...files, 'images', 'outbox', '.'])
      chmodSync(join(dataDir, path), path.includes('.') && path !== '.' ? 0o644 : 0o755);
    return dataDir;
  }

  test('is made private, with all files of the site', () => {
    expect(openDataFolder(makeReadable('old'))).toEqual({ exposed: [] });
    for (const path of ['.', 'images', 'outbox']) expect(modeOf('old', path)).toBe(0o700);
    for (const file of files) expect(modeOf('old', file)).toBe(0o600);
  });

  test('keeps its mode when it contains other files', () => {
    const dataDir = makeReadable('shared');
    writeFileSync(join(dataDir, 'letter.txt'), '', { mode: 0o644 });
    openDataFolder(dataDir);
    expect([modeOf('shared'), modeOf('shared', 'letter.txt')]).toEqual([0o755, 0o644]);
    for (const file of files) expect(modeOf('shared', file)).toBe(0o600);
  });
});

// Below /proc not even root can create folders. Without /proc, use a path below a file.
const uncreatable = () => (existsSync('/proc/self') ? '/proc/blood/buddies' : join(folder, 'file'));

test.each([
  ['a file', () => join(folder, 'file'), []],
  ['a path below a file', () => join(folder, 'file', 'data'), []],
  ['a path where no folder can be created', uncreatable, []],
  ['a folder in which a subfolder is a file', () => folder, ['file']],
])('fails with a one-line error for %s', (_, dataDir, names) => {
  expect(() => openDataFolder(dataDir(), names)).toThrow(/^DATA_DIR [^\n]+ cannot be used: [^\n]+$/);
});
