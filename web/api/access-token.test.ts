import { afterEach, expect, test, vi } from 'vitest';
import { accessToken } from './access-token.ts';

afterEach(() => vi.unstubAllGlobals());

test('a store that became full keeps no older token before the new one', () => {
  const held = new Map([['accessJwtToken', 'run out']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
    removeItem: (key: string) => void held.delete(key),
  });
  expect(accessToken.read()).toBe('run out');
  accessToken.store('new');
  expect(accessToken.read()).toBe('new');
  accessToken.clear();
  expect(accessToken.read()).toBeNull();
});
