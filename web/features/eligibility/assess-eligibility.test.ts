import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Day, toDate, toDay } from '#contract/days.ts';
import { type Answers, assessEligibility, combineFindings } from './assess-eligibility.ts';
import { type ChoiceQuestion, choiceNames, choiceQuestions } from './questions.ts';
import { defaultRules as rules } from './rules.ts';

const today = '2026-11-22' as Day;
const eligible: Answers = {
  age: 30,
  weight: 64,
  donation: { choice: 'never' },
  illness: { choice: 'none' },
  travel: { choice: 'no' },
  medicine: { choice: 'none' },
  pregnancy: { choice: 'no' },
};
const assess = (changed: Partial<Answers>, on = today) => {
  const findings = assessEligibility({ ...eligible, ...changed }, on, rules);
  return { found: findings.map(({ rule }) => rule), verdict: combineFindings(findings) };
};
const wait = (until?: string) => ({ kind: 'wait', until });

describe('every answer has its rule', () => {
  test('returns yes without findings for eligible answers', () => {
    expect(assess({})).toEqual({ found: [], verdict: { kind: 'yes' } });
  });

  test.each([
    [17, ['too-young'], wait()],
    [18, [], { kind: 'yes' }],
    [60, [], { kind: 'yes' }],
    [61, ['older'], { kind: 'ask' }],
  ])('%i years', (age, found, verdict) => {
    expect(assess({ age })).toEqual({ found, verdict });
  });

  test.each([
    [44, ['too-light'], wait()],
    [45, ['light'], { kind: 'ask' }],
    [49, ['light'], { kind: 'ask' }],
    [50, [], { kind: 'yes' }],
  ])('%i kilograms: only the first matching rule counts', (weight, found, verdict) => {
    expect(assess({ weight })).toEqual({ found, verdict });
  });

  test.each<[Partial<Answers>, string[], object]>([
    [{ donation: { choice: 'before', day: '2026-10-01' as Day } }, ['donated-recently'], wait('2027-01-21')],
    [{ donation: { choice: 'before', day: '2026-08-02' as Day } }, [], { kind: 'yes' }],
    [{ donation: { choice: 'before', day: '2026-08-03' as Day } }, ['donated-recently'], wait('2026-11-23')],
    [{ illness: { choice: 'now' } }, ['ill-now'], wait('2026-12-06')],
    [{ illness: { choice: 'over', day: '2026-11-15' as Day } }, ['ill-recently'], wait('2026-11-29')],
    [{ illness: { choice: 'over', day: '2026-11-08' as Day } }, [], { kind: 'yes' }],
    [{ illness: { choice: 'serious' } }, ['serious'], { kind: 'ask' }],
    [{ travel: { choice: 'yes' } }, ['travelled'], { kind: 'ask' }],
    [{ medicine: { choice: 'antibiotic' } }, ['antibiotic-now'], wait('2026-12-06')],
    [{ medicine: { choice: 'over', day: today } }, ['antibiotic-recently'], wait('2026-12-06')],
    [{ medicine: { choice: 'other' } }, ['other-medicine'], { kind: 'ask' }],
    [{ pregnancy: { choice: 'now' } }, ['pregnant'], wait()],
    [{ pregnancy: { choice: 'over', day: '2026-05-31' as Day } }, ['gave-birth'], wait('2027-02-28')],
    [{ pregnancy: { choice: 'breastfeeding' } }, ['breastfeeding'], wait('2027-02-22')],
  ])('%j', (changed, found, verdict) => {
    expect(assess(changed)).toEqual({ found, verdict });
  });
});

describe('several findings', () => {
  test('the later of two days counts', () => {
    const { verdict } = assess({
      donation: { choice: 'before', day: '2026-10-01' as Day },
      illness: { choice: 'now' },
    });
    expect(verdict).toEqual(wait('2027-01-21'));
  });

  test('there is no day when another wait has no end', () => {
    expect(assess({ illness: { choice: 'now' }, pregnancy: { choice: 'now' } }).verdict).toEqual(wait());
  });

  test('wait takes precedence over ask, and both findings are listed', () => {
    const { found, verdict } = assess({ illness: { choice: 'now' }, travel: { choice: 'yes' } });
    expect(found).toEqual(['ill-now', 'travelled']);
    expect(verdict).toEqual(wait('2026-12-06'));
  });
});

const anyDay = fc
  .date({ min: new Date(2024, 0, 1), max: new Date(2027, 11, 31), noInvalidDate: true })
  .map(toDay);
const anyChoice = (question: ChoiceQuestion) =>
  fc.record({ choice: fc.constantFrom(...choiceQuestions[question].choices), day: anyDay });
const anyAnswers = fc.record({
  age: fc.integer({ min: 1, max: 120 }),
  weight: fc.integer({ min: 20, max: 300 }),
  ...Object.fromEntries(choiceNames.map((name) => [name, anyChoice(name)])),
}) as unknown as fc.Arbitrary<Answers>;

describe('for any answers', () => {
  test('there is at most one finding per question, and every day is in the future', () => {
    fc.assert(
      fc.property(anyAnswers, anyDay, (answers, on) => {
        const findings = assessEligibility(answers, on, rules);
        const questions = findings.map(({ rule }) => rules.find(({ id }) => id === rule)?.question);
        expect(new Set(questions).size).toBe(questions.length);
        for (const { until } of findings) if (until) expect(until > on).toBe(true);
        expect(combineFindings(findings).kind === 'yes').toBe(findings.length === 0);
      }),
    );
  });

  test('a rule counted from a given day no longer applies on the day it returns', () => {
    fc.assert(
      fc.property(anyAnswers, anyDay, (answers, on) => {
        for (const { rule, until } of assessEligibility(answers, on, rules)) {
          const matched = rules.find(({ id }) => id === rule);
          if (!until || !matched || !('from' in matched) || matched.from !== 'day') continue;
          expect(assessEligibility(answers, until, rules).map((finding) => finding.rule)).not.toContain(rule);
        }
      }),
    );
  });

  test('a later donation never results in an earlier day', () => {
    fc.assert(
      fc.property(anyAnswers, anyDay, anyDay, anyDay, (answers, one, other, on) => {
        const until = (day: Day) =>
          assessEligibility({ ...answers, donation: { choice: 'before', day } }, on, rules).find(
            ({ rule }) => rule === 'donated-recently',
          )?.until ?? on;
        const [earlier, later] = one < other ? [one, other] : [other, one];
        expect(until(earlier) <= until(later)).toBe(true);
      }),
    );
  });

  test('an additional finding never improves the verdict', () => {
    const severity = { yes: 0, ask: 1, wait: 2 };
    fc.assert(
      fc.property(anyAnswers, anyDay, (answers, on) => {
        const before = combineFindings(
          assessEligibility({ ...answers, illness: { choice: 'none' } }, on, rules),
        );
        const after = combineFindings(
          assessEligibility({ ...answers, illness: { choice: 'now' } }, on, rules),
        );
        expect(severity[after.kind]).toBeGreaterThanOrEqual(severity[before.kind]);
        if (before.kind === 'wait' && after.kind === 'wait' && before.until && after.until)
          expect(toDate(after.until).getTime()).toBeGreaterThanOrEqual(toDate(before.until).getTime());
      }),
    );
  });
});
