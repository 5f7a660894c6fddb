import { type DonationWaits, longestWait } from './donation-waits.ts';
import type { EligibilityRules, RuleId } from './eligibility-rules.ts';

type Rule = EligibilityRules['rules'][number];

/** The number of each rule that has one: years, kilograms, or the days, weeks or months to wait. */
export type EligibilityFigures = Partial<Record<RuleId, number>>;

/** Returns the number in a rule. */
export function figureOf(rule: Rule): number | undefined {
  const { days, weeks, months } = 'answer' in rule ? (rule.wait ?? {}) : {};
  const limit = 'answer' in rule ? undefined : (rule.below ?? rule.above);
  return limit ?? days ?? weeks ?? months;
}

/** Returns a rule with another number, if it has one. */
export function withFigure(rule: Rule, figure: number): Rule {
  if (!('answer' in rule))
    return { ...rule, ...(rule.below === undefined ? { above: figure } : { below: figure }) };
  const [unit] = Object.keys(rule.wait ?? {});
  return unit === undefined ? rule : { ...rule, wait: { [unit]: figure } };
}

export const figuresOf = (rules: readonly Rule[]): EligibilityFigures =>
  Object.fromEntries(
    rules.flatMap((rule) => {
      const figure = figureOf(rule);
      return figure === undefined ? [] : [[rule.id, figure]];
    }),
  );

/** Returns the days to wait after a donation of which only the day is known. */
export const daysToWait = ({
  rules,
  waits,
}: {
  rules: readonly Rule[];
  waits?: DonationWaits | undefined;
}): number => (waits ? longestWait(waits) : 7 * (figuresOf(rules)['donated-recently'] ?? 0));
