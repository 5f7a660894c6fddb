import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataDir } from './lock.ts';

test('a data folder has one server at a time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-lock-'));
  const first = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow('Another server already runs');
  first.release();
  lockDataDir(folder).release();
  rmSync(folder, { recursive: true });
});

test('a lock that cannot be opened is not told as another server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-lock-'));
  mkdirSync(join(folder, 'server.lock'));
  expect(() => lockDataDir(folder)).toThrow(/^DATA_DIR [^\n]+ cannot be used: [^\n]+$/);
  rmSync(folder, { recursive: true });
});
