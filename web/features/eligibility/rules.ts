import type { ChoiceQuestion, NumberQuestion } from './questions.ts';
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

type Wait = { days?: number; weeks?: number; months?: number };

/** Of the rules of one question the first that fits counts. `wait`: better not yet. `ask`: the centre decides it. */
export type Rule = { id: RuleId; result: 'wait' | 'ask'; source: string } & (
  | { question: NumberQuestion; below?: number; above?: number }
  /** `wait`: how long, counted from the day that was asked for, or from today at the earliest. */
  | { question: ChoiceQuestion; answer: string; wait?: Wait; from?: 'day' | 'today' }
);

/** rules.test.ts checks the file against these types. */
export const rules = data.rules as readonly Rule[];
export const { checked, sources } = data;

/** The number in a rule, for the sentence that tells it. */
export function formatFigure(id: RuleId): number {
  const rule = data.rules.find((each) => each.id === id);
  const { days, weeks, months }: Wait = rule?.wait ?? {};
  const found = rule?.below ?? rule?.above ?? days ?? weeks ?? months;
  if (found === undefined) throw new Error(`The rule ${id} has no figure.`);
  return found;
}
