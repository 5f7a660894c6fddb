import { beforeAll, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type PageData, setPageData } from '#web/before-react/page-data.ts';
import { assessEligibility } from './assess-eligibility.ts';
import { nextDonationDay } from './next-donation-day.ts';
import { defaultRules as rules } from './rules.ts';

beforeAll(() => setPageData({ site: {} } as PageData));

const none = { choice: 'none' } as const;
const no = { choice: 'no' } as const;
const lastDonation = '2026-08-21' as Day;
const answers = {
  age: 30,
  weight: 70,
  donation: { choice: 'before', day: lastDonation },
  illness: none,
  travel: no,
  medicine: none,
  pregnancy: no,
} as const;

test('the next day is the one that the eligibility questions give, even across a year', () => {
  expect(nextDonationDay(lastDonation)).toBe('2026-12-11');
  expect(nextDonationDay('2026-11-01' as Day)).toBe('2027-02-21');
  const [finding] = assessEligibility(answers, '2026-09-01' as Day, rules);
  expect(finding?.until).toBe(nextDonationDay(lastDonation));
});
