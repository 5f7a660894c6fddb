import { afterEach, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type Prefill, publishPrefill, subscribePrefill } from './form-prefill.ts';

const bus: Prefill = { center: 'River Road market', date: '2026-12-12' as Day, note: 'The blood bus' };
const night: Prefill = { center: 'General Hospital', note: 'Night shift' };

const leave: (() => void)[] = [];
afterEach(() => {
  for (const each of leave.splice(0)) each();
});

function form(): Prefill[] {
  const got: Prefill[] = [];
  leave.push(subscribePrefill((filling) => got.push(filling)));
  return got;
}

test('every form that is there is filled', () => {
  const onPage = form();
  const inWindow = form();
  publishPrefill(bus);
  expect([onPage, inWindow]).toEqual([[bus], [bus]]);
});

test('without a form the last filling waits for the first one that comes, and for it alone', () => {
  publishPrefill(night);
  publishPrefill(bus);
  expect(form()).toEqual([bus]);
  expect(form()).toEqual([]);
});

test('a form that is gone gets nothing, and what was filled in does not wait for another', () => {
  const gone = form();
  leave.pop()?.();
  const here = form();
  publishPrefill(bus);
  expect([gone, here, form()]).toEqual([[], [bus], []]);
});
