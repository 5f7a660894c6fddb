import { expect, test, vi } from 'vitest';
import { takenAway } from './photo-queries.ts';

test('a photo is away until it is put back, and whoever listens is told', () => {
  const told = vi.fn();
  const stop = takenAway.subscribe(told);
  takenAway.add('p1');
  takenAway.add('p2');
  expect([...takenAway.ids()]).toEqual(['p1', 'p2']);
  takenAway.putBack('p1');
  expect([...takenAway.ids()]).toEqual(['p2']);
  expect(told).toHaveBeenCalledTimes(3);
  stop();
  takenAway.putBack('p2');
  expect(told).toHaveBeenCalledTimes(3);
});
