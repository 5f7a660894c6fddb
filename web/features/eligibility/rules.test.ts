import { expect, test } from 'vitest';
import { figure } from './figures.ts';
import { findingTexts } from './finding-words.ts';
import { choiceNames, choiceQuestions } from './questions.ts';
import data from './rules.json';
import { checked, RulesFile, ruleIds, rules, sources } from './rules.ts';

test('every rule stands in the file once, and names a source that the file describes', () => {
  expect(rules.map(({ id }) => id)).toEqual([...ruleIds]);
  for (const { source } of rules) expect(Object.keys(sources)).toContain(source);
  expect(new Set(rules.map(({ source }) => source))).toEqual(new Set(Object.keys(sources)));
  for (const { published } of Object.values(sources)) expect(published).toMatch(/^(19|20)\d\d/);
  expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('every rule is about an answer that can be given', () => {
  for (const rule of rules) {
    if (!('answer' in rule)) expect([rule.below, rule.above]).toContainEqual(expect.any(Number));
    else expect(choiceQuestions[rule.question].choices).toContain(rule.answer);
  }
});

test('a wait is counted from a day that is asked for, or from today', () => {
  for (const rule of rules) {
    if (!('answer' in rule)) continue;
    expect(Boolean(rule.wait), rule.id).toBe(Boolean(rule.from));
    if (rule.from === 'day') expect(choiceQuestions[rule.question].dated, rule.id).toBe(rule.answer);
  }
});

test('each question has an answer against which nothing speaks', () => {
  for (const name of choiceNames) {
    const against = rules.flatMap((rule) => ('answer' in rule && rule.question === name ? rule.answer : []));
    expect(choiceQuestions[name].choices.filter((choice) => !against.includes(choice))).toHaveLength(1);
  }
});

test('each rule has its sentence, with the number of the file', () => {
  for (const id of ruleIds) expect(findingTexts[id]).toMatch(/^[A-Z0-9].+\.$/);
  expect(findingTexts['gave-lately']).toContain(String(figure('gave-lately')));
});

test('a file that says something else is refused', () => {
  const [first, ...others] = data.rules;
  for (const wrong of [
    { ...first, id: 'unknown' },
    { ...first, result: 'forbid' },
    { ...first, below: 0 },
    { ...first, extra: 1 },
  ])
    expect(RulesFile.safeParse({ ...data, rules: [wrong, ...others] }).success).toBe(false);
  expect(RulesFile.safeParse({ ...data, checked: 'lately' }).success).toBe(false);
});
