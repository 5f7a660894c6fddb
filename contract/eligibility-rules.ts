import * as z from 'zod/mini';
import defaults from './eligibility-rules.json' with { type: 'json' };
import { maxLengthCheck } from './lengths.ts';

export const ruleIds = [
  'too-young',
  'older',
  'too-light',
  'light',
  'donated-recently',
  'ill-now',
  'ill-recently',
  'serious',
  'travelled',
  'antibiotic-now',
  'antibiotic-recently',
  'other-medicine',
  'pregnant',
  'gave-birth',
  'breastfeeding',
] as const;
export type RuleId = (typeof ruleIds)[number];

/** Questions with a number as the answer: age in years, weight in kilograms. */
const numberQuestions = ['age', 'weight'] as const;

const choiceQuestions = ['donation', 'illness', 'travel', 'medicine', 'pregnancy'] as const;

const count = z.int().check(z.minimum(1, 'Enter at least 1'), z.maximum(10_000, 'Enter at most 10,000'));
const line = z.string().check(maxLengthCheck(200, 'Use at most 200 characters'));
const shared = { id: z.enum(ruleIds), result: z.enum(['wait', 'ask']), source: line };
const [below, above] = [z.optional(count), z.optional(count)];
const Wait = z.strictObject({ days: below, weeks: below, months: below });

/** Only the first matching rule of a question counts. `wait`: not yet. `ask`: the center decides. */
const Rule = z.union([
  z.strictObject({ ...shared, question: z.enum(numberQuestions), below, above }),
  z.strictObject({
    ...shared,
    question: z.enum(choiceQuestions),
    answer: line,
    /** The duration, counted from the given day, or from today. */
    wait: z.optional(Wait),
    from: z.optional(z.enum(['day', 'today'])),
  }),
]);

/** Who can give blood, and the waiting times. `checked` is the day of the last review. */
export const EligibilityRules = z.strictObject({
  checked: z.iso.date(),
  sources: z.record(
    line,
    z.strictObject({
      title: line,
      publisher: line,
      published: z.string().check(z.regex(/^(19|20)\d\d(-\d\d){0,2}$/)),
      url: z.url({ protocol: /^https$/ }).check(maxLengthCheck(500)),
    }),
  ),
  rules: z.array(Rule).check(maxLengthCheck(ruleIds.length)),
});
export type EligibilityRules = z.infer<typeof EligibilityRules>;

/** The rules of a site whose owner has entered none. */
export const defaultEligibilityRules = defaults as EligibilityRules;
