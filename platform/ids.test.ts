import { afterEach, expect, test, vi } from 'vitest';
import { firstIdSince, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

test('creates ids in order, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('separates ids by when they were created', () => {
  // Ids never go back in time.
  vi.useFakeTimers({ now: Date.UTC(2100, 0, 1) });
  const early = newId();
  vi.advanceTimersByTime(1000);
  const late = newId();
  vi.advanceTimersByTime(1000);
  const inOrder = [early, firstIdSince(1999), firstIdSince(1000), late, firstIdSince(999)];
  expect(inOrder.toSorted()).toEqual(inOrder);
});

test('does not reveal the next id', () => {
  const tails = Array.from({ length: 1000 }, () => newId().slice(-12));
  expect(new Set(tails).size).toBe(tails.length);
});
