import { expect, test } from 'vitest';
import { newRequestKey } from './request-key.ts';

test('a key is made from random bytes where the page is not in a secure context', () => {
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  const keys = [newRequestKey(plain), newRequestKey(plain)];
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test('elsewhere it is a UUID', () => {
  expect(newRequestKey()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
