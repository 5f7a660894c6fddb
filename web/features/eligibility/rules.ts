// Not from eligibility-rules.ts, which would add zod to what donors load.
import data from '#contract/eligibility-rules.json';
import type { EligibilityRules, RuleId } from '#contract/eligibility-rules.ts';

export type Rule = EligibilityRules['rules'][number];

/** rules.test.ts validates the file against these types. */
export const rules = data.rules as readonly Rule[];
export const { checked, sources } = data;

/** Returns the number in a rule, for its message. @throws when the rule has none */
export function getFigure(id: RuleId): number {
  const rule = data.rules.find((candidate) => candidate.id === id);
  const { days, weeks, months }: { days?: number; weeks?: number; months?: number } = rule?.wait ?? {};
  const figure = rule?.below ?? rule?.above ?? days ?? weeks ?? months;
  if (figure === undefined) throw new Error(`The rule ${id} has no figure.`);
  return figure;
}
