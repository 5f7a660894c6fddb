import { afterEach, expect, test, vi } from 'vitest';
import { accessToken } from './access-token.ts';

afterEach(() => vi.unstubAllGlobals());

test('returns the new token when storage is full, not an older one', () => {
  const items = new Map([['accessJwtToken', 'expired']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
    removeItem: (key: string) => void items.delete(key),
  });
  expect(accessToken.read()).toBe('expired');
  accessToken.store('new');
  expect(accessToken.read()).toBe('new');
  accessToken.clear();
  expect(accessToken.read()).toBeNull();
});
