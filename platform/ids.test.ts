import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('creates ids in order, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('does not reveal the next id', () => {
  const tails = Array.from({ length: 1000 }, () => newId().slice(-12));
  expect(new Set(tails).size).toBe(tails.length);
});
