import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from './ids.ts';
import { days } from './time.ts';

test('creates ids in order, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('creates ids in order, whatever the clock does', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ids = Array.from({ length: 50 }, (_, n) => {
    vi.setSystemTime(Date.now() + (n % 2 ? days(1) : -days(2)));
    return newId();
  });
  expect(ids.toSorted()).toEqual(ids);
});

test('does not reveal the next id', () => {
  const tails = Array.from({ length: 1000 }, () => newId().slice(-12));
  expect(new Set(tails).size).toBe(tails.length);
});
