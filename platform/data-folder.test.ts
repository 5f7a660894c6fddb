import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataFolder } from './data-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-folder-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the folder and those below it are made, for this user alone; again is fine', () => {
  const dataDir = join(folder, 'deep', 'down', 'data');
  openDataFolder(dataDir, ['images']);
  openDataFolder(dataDir, ['images']);
  expect(existsSync(join(dataDir, 'images'))).toBe(true);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

// Below /proc nothing can be made, even by root; where there is no /proc, nothing can be made below a file.
const closed = () => (existsSync('/proc/self') ? '/proc/blood/buddies' : join(folder, 'file'));

test.each([
  ['a file', () => join(folder, 'file'), []],
  ['below a file', () => join(folder, 'file', 'data'), []],
  ['where nothing can be made', closed, []],
  ['a folder whose part is a file', () => folder, ['file']],
])('%s is one clear line', (_, dataDir, names) => {
  expect(() => openDataFolder(dataDir(), names)).toThrow(/^DATA_DIR [^\n]+ cannot be used: [^\n]+$/);
});
