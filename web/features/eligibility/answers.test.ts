import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { answersSchema, parseNumber } from './answers.ts';
import { assessEligibility } from './assess-eligibility.ts';
import { defaultRules } from './rules.ts';

const schema = answersSchema(() => '2026-11-22' as Day);
const filled = {
  age: '34',
  weight: '61,5',
  donation: { choice: 'before', day: '2026-03-01' },
  illness: { choice: 'none', day: '2026-11-20' },
  travel: { choice: 'no' },
  medicine: { choice: 'other', day: '' },
  pregnancy: { choice: 'no' },
};
const errorsFor = (changed: object) =>
  Object.fromEntries(
    schema
      .safeParse({ ...filled, ...changed })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

test('converts the text to numbers and days, and drops a day that does not belong to the choice', () => {
  expect(schema.parse(filled)).toEqual({
    age: 34,
    weight: 61,
    donation: { choice: 'before', day: '2026-03-01' },
    illness: { choice: 'none', day: undefined },
    travel: { choice: 'no', day: undefined },
    medicine: { choice: 'other', day: undefined },
    pregnancy: { choice: 'no', day: undefined },
  });
});

test('reports every missing answer', () => {
  const choice = 'Choose one';
  expect(schema.safeParse({ age: '', weight: '', donation: {}, illness: {} }).success).toBe(false);
  expect(
    errorsFor({
      age: '',
      weight: '',
      donation: { day: '' },
      illness: { choice: null },
      travel: {},
      medicine: {},
      pregnancy: {},
    }),
  ).toEqual({
    age: 'Enter your age in years',
    weight: 'Enter your weight in kilograms',
    'donation.choice': choice,
    'illness.choice': choice,
    'travel.choice': choice,
    'medicine.choice': choice,
    'pregnancy.choice': choice,
  });
});

describe('the day of a dated choice', () => {
  test.each(['', '2026-02-30', 'last week', undefined])('%j is rejected', (day) => {
    expect(errorsFor({ donation: { choice: 'before', day } })).toEqual({
      'donation.day': 'Enter the date. An approximate date is fine.',
    });
  });

  test('accepts today and rejects tomorrow', () => {
    expect(errorsFor({ illness: { choice: 'over', day: '2026-11-22' } })).toEqual({});
    expect(errorsFor({ illness: { choice: 'over', day: '2026-11-23' } })).toEqual({
      'illness.day': 'Enter a date in the past',
    });
  });
});

test.each([
  ['62', 62],
  [' 62.9 ', 62],
  ['62,5', 62],
  ['৬২', 62],
  ['', Number.NaN],
  ['-5', Number.NaN],
  ['1e2', Number.NaN],
  ['6 2', Number.NaN],
])('parses %j as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test('with waits by kind of donation and sex, both are asked, and decide how long the donor waits', () => {
  const withWaits = answersSchema(() => '2026-11-22' as Day, { plasma: { women: 14, men: 7 } });
  const parse = (donation: object) => withWaits.safeParse({ ...filled, donation });
  const { error } = parse({ choice: 'before', day: '2026-11-10' });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['donation.given', 'donation.sex']);
  expect(parse({ choice: 'never' }).data?.donation).toEqual({ choice: 'never' });
  const { data } = parse({ choice: 'before', day: '2026-11-10', given: 'plasma', sex: 'women' });
  expect(data?.donation).toEqual({ choice: 'before', day: '2026-11-10', waitDays: 14 });
  const [finding] = data ? assessEligibility(data, '2026-11-22' as Day, defaultRules) : [];
  expect(finding).toEqual({ rule: 'donated-recently', result: 'wait', until: '2026-11-24' });
});
