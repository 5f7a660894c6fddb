import * as z from 'zod/mini';
import { type ChoiceQuestion, choiceNames, numberQuestions } from './questions.ts';
import data from './rules.json';

export const ruleIds = [
  'too-young',
  'older',
  'too-light',
  'light',
  'gave-lately',
  'ill-now',
  'ill-lately',
  'serious',
  'travelled',
  'antibiotic-now',
  'antibiotic-lately',
  'other-medicine',
  'pregnant',
  'gave-birth',
  'breastfeeding',
] as const;
export type RuleId = (typeof ruleIds)[number];

const count = z.int().check(z.positive());
const Wait = z.strictObject({
  days: z.optional(count),
  weeks: z.optional(count),
  months: z.optional(count),
});
export type Wait = z.infer<typeof Wait>;

const shared = {
  id: z.enum(ruleIds),
  /** `wait`: better not yet. `ask`: the centre decides it by what it is told. */
  result: z.enum(['wait', 'ask']),
  source: z.string(),
};
const NumberRule = z.strictObject({
  ...shared,
  question: z.enum(numberQuestions),
  below: z.optional(count),
  above: z.optional(count),
});
const ChoiceRule = z.strictObject({
  ...shared,
  question: z.enum(choiceNames as [ChoiceQuestion, ...ChoiceQuestion[]]),
  answer: z.string(),
  /** How long to wait, counted from the day that was asked for, or from today at the earliest. */
  wait: z.optional(Wait),
  from: z.optional(z.enum(['day', 'today'])),
});
/** Of the rules of one question the first that fits counts. */
export type Rule = z.infer<typeof NumberRule> | z.infer<typeof ChoiceRule>;

export const RulesFile = z.strictObject({
  /** The day on which somebody last compared the rules with their sources. */
  checked: z.iso.date(),
  sources: z.record(
    z.string(),
    z.strictObject({
      title: z.string(),
      publisher: z.string(),
      published: z.string(),
      url: z.url({ protocol: /^https$/ }),
    }),
  ),
  rules: z.array(z.union([NumberRule, ChoiceRule])),
});

export const { checked, sources, rules } = RulesFile.parse(data);
