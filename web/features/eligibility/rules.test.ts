import { beforeEach, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { DonationWaits } from '#contract/donation-waits.ts';
import type { EligibilityFigures } from '#contract/eligibility-figures.ts';
import data from '#contract/eligibility-rules.json';
import { EligibilityRules, ruleIds } from '#contract/eligibility-rules.ts';
import { type PageData, setPageData } from '#web/before-react/page-data.ts';
import { findingTexts, mainRuleTexts } from './finding-messages.ts';
import { nextDonationDay, weeksBetweenDonations } from './next-donation-day.ts';
import { choiceNames, choiceQuestions } from './questions.ts';
import { defaultSources, getFigure, defaultRules as rules, siteRules } from './rules.ts';

const { sources } = defaultSources;
const showSite = (eligibility?: EligibilityFigures, donationWaits?: DonationWaits) =>
  setPageData({ site: { eligibility, donationWaits } } as unknown as PageData);
beforeEach(() => showSite());

test('the file has every rule once, and every rule has a described source', () => {
  expect(rules.map(({ id }) => id)).toEqual([...ruleIds]);
  for (const { source } of rules) expect(Object.keys(sources)).toContain(source);
  expect(new Set(rules.map(({ source }) => source))).toEqual(new Set(Object.keys(sources)));
});

test('every rule refers to a possible answer', () => {
  for (const rule of rules) {
    if (!('answer' in rule)) expect([rule.below, rule.above]).toContainEqual(expect.any(Number));
    else expect(choiceQuestions[rule.question].choices).toContain(rule.answer);
  }
});

test('a wait is counted from the day of a dated choice, or from today', () => {
  for (const rule of rules) {
    if (!('answer' in rule)) continue;
    expect(Boolean(rule.wait), rule.id).toBe(Boolean(rule.from));
    if (rule.from === 'day') expect(choiceQuestions[rule.question].datedChoice, rule.id).toBe(rule.answer);
  }
});

test('every question has exactly one choice without a rule', () => {
  for (const name of choiceNames) {
    const restricted = rules.flatMap((rule) =>
      'answer' in rule && rule.question === name ? rule.answer : [],
    );
    expect(choiceQuestions[name].choices.filter((choice) => !restricted.includes(choice))).toHaveLength(1);
  }
});

test('every rule has a message with the number from the file', () => {
  for (const id of ruleIds) expect(findingTexts()[id]).toMatch(/^[A-Z0-9].+\.$/);
  expect(findingTexts()['donated-recently']).toContain(String(getFigure('donated-recently')));
});

test('the file matches the types', () => {
  expect(EligibilityRules.parse(data)).toEqual(data);
});

test('the numbers of the owner replace those of the file, in the rules and in the texts', () => {
  showSite({ 'too-young': 17, 'donated-recently': 12, 'ill-now': 7 });
  expect(siteRules().find(({ id }) => id === 'too-young')).toMatchObject({ below: 17, result: 'wait' });
  expect(siteRules().find(({ id }) => id === 'donated-recently')).toMatchObject({ wait: { weeks: 12 } });
  expect(siteRules().find(({ id }) => id === 'travelled')).toEqual(
    rules.find(({ id }) => id === 'travelled'),
  );
  expect(findingTexts()['donated-recently']).toContain('about 12 weeks');
  expect(findingTexts()['ill-now']).toContain('at least 7 days');
  expect(mainRuleTexts()[0]).toBe('You are 17 to 60 years old. If you are older, ask the center.');
});

test('the rules name the days for each kind of donation, and the next day follows the longest of whole blood', () => {
  showSite({}, { 'whole-blood': { women: 120, men: 90 }, plasma: { women: 14, men: 14 } });
  expect(mainRuleTexts().slice(2, 4)).toEqual([
    'Whole blood: your last donation was 120 days ago or longer for women, 90 for men.',
    'Plasma: your last donation was 14 days ago or longer.',
  ]);
  expect(nextDonationDay('2026-01-01' as Day)).toBe('2026-05-01');
  expect(weeksBetweenDonations()).toBe(18);
});
