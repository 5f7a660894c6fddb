import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findingTexts } from './finding-messages.ts';
import { choiceNames, choiceQuestions, numberQuestions } from './questions.ts';
import data from './rules.json';
import { formatFigure, ruleIds, rules, sources } from './rules.ts';

test('every rule stands in the file once, and names a source that the file describes', () => {
  expect(rules.map(({ id }) => id)).toEqual([...ruleIds]);
  for (const { source } of rules) expect(Object.keys(sources)).toContain(source);
  expect(new Set(rules.map(({ source }) => source))).toEqual(new Set(Object.keys(sources)));
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
  expect(findingTexts['gave-lately']).toContain(String(formatFigure('gave-lately')));
});

test('the file is of the kind that the pages take it for', () => {
  const count = z.int().check(z.positive());
  const shared = { id: z.enum(ruleIds), result: z.enum(['wait', 'ask']), source: z.string() };
  const [below, above] = [z.optional(count), z.optional(count)];
  const wait = z.optional(z.strictObject({ days: below, weeks: below, months: below }));
  const from = z.optional(z.enum(['day', 'today']));
  const RulesFile = z.strictObject({
    checked: z.iso.date(),
    sources: z.record(
      z.string(),
      z.strictObject({
        title: z.string(),
        publisher: z.string(),
        published: z.string().check(z.regex(/^(19|20)\d\d/)),
        url: z.url({ protocol: /^https$/ }),
      }),
    ),
    rules: z.array(
      z.union([
        z.strictObject({ ...shared, question: z.enum(numberQuestions), below, above }),
        z.strictObject({ ...shared, question: z.enum(choiceNames), answer: z.string(), wait, from }),
      ]),
    ),
  });
  expect(RulesFile.parse(data)).toEqual(data);
});
