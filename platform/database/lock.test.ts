import { mkdtempSync, rmSync } from 'node:fs';
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
