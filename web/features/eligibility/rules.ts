import type { ChoiceQuestion, NumberQuestion } from './questions.ts';
import data from './rules.json';

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

type Wait = { days?: number; weeks?: number; months?: number };

/** Only the first matching rule of a question counts. `wait`: not yet. `ask`: the center decides. */
export type Rule = { id: RuleId; result: 'wait' | 'ask'; source: string } & (
  | { question: NumberQuestion; below?: number; above?: number }
  /** `wait`: the duration, counted from the given day, or from today. */
  | { question: ChoiceQuestion; answer: string; wait?: Wait; from?: 'day' | 'today' }
);

/** rules.test.ts validates rules.json against these types. */
export const rules = data.rules as readonly Rule[];
export const { checked, sources } = data;

/** Returns the number in a rule, for its message. @throws when the rule has none */
export function getFigure(id: RuleId): number {
  const rule = data.rules.find((candidate) => candidate.id === id);
  const { days, weeks, months }: Wait = rule?.wait ?? {};
  const figure = rule?.below ?? rule?.above ?? days ?? weeks ?? months;
  if (figure === undefined) throw new Error(`The rule ${id} has no figure.`);
  return figure;
}
