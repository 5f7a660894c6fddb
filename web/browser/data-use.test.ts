import { afterEach, expect, test, vi } from 'vitest';
import { shouldSaveData } from './data-use.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [undefined, false],
  [{ saveData: false, effectiveType: '4g' }, false],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '2g' }, true],
  [{ saveData: false, effectiveType: 'slow-2g' }, true],
])('with the connection %j: %s', (connection, expected) => {
  vi.stubGlobal('navigator', { connection });
  expect(shouldSaveData()).toBe(expected);
});
