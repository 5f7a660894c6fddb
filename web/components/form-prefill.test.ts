import { afterEach, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type Prefill, publishPrefill, subscribePrefill } from './form-prefill.ts';

const bus: Prefill = { center: 'River Road market', date: '2026-12-12' as Day, note: 'The blood bus' };
const night: Prefill = { center: 'General Hospital', note: 'Night shift' };

const unsubscribers: (() => void)[] = [];
afterEach(() => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
});

function mountForm(): Prefill[] {
  const received: Prefill[] = [];
  unsubscribers.push(subscribePrefill((prefill) => received.push(prefill)));
  return received;
}

test('fills every mounted form', () => {
  const onPage = mountForm();
  const inModal = mountForm();
  publishPrefill(bus);
  expect([onPage, inModal]).toEqual([[bus], [bus]]);
});

test('without a form, the last prefill waits for the first form that mounts, and only for it', () => {
  publishPrefill(night);
  publishPrefill(bus);
  expect(mountForm()).toEqual([bus]);
  expect(mountForm()).toEqual([]);
});

test('an unmounted form receives nothing, and a delivered prefill does not wait for another form', () => {
  const unmounted = mountForm();
  unsubscribers.pop()?.();
  const mounted = mountForm();
  publishPrefill(bus);
  expect([unmounted, mounted, mountForm()]).toEqual([[], [bus], []]);
});
