import { expect, test } from 'vitest';
import type { CenterDay } from '#contract/centers.ts';
import { listSuitableDays } from './suitable-days.ts';

test('a donor can be moved to free days from the first that suits, without those of other appointments', () => {
  const days = ['2026-12-01', '2026-12-02', '2026-12-08', '2026-12-09'].map((date, index) => ({
    date,
    free: index === 3 ? 0 : 2,
  })) as CenterDay[];
  const datesFor = (donor: Parameters<typeof listSuitableDays>[1]) =>
    listSuitableDays(days, donor).map(({ date }) => date);
  expect(datesFor({})).toEqual(['2026-12-01', '2026-12-02', '2026-12-08']);
  expect(datesFor({ earliestDay: '2026-11-24', busyDays: ['2026-12-01'] })).toEqual([
    ...['2026-12-02', '2026-12-08'],
  ]);
  expect(datesFor({ earliestDay: '2026-12-08', busyDays: [] })).toEqual(['2026-12-08']);
});
