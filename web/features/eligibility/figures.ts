import data from './rules.json';
import type { RuleId } from './rules.ts';

/** The number in a rule, for the sentence that tells it. Without the checks of rules.ts, which the page's first scripts need not carry. */
export function figure(id: RuleId): number {
  const rule = data.rules.find((each) => each.id === id);
  const { days, weeks, months }: { days?: number; weeks?: number; months?: number } = rule?.wait ?? {};
  const found = rule?.below ?? rule?.above ?? days ?? weeks ?? months;
  if (found === undefined) throw new Error(`The rule ${id} has no figure.`);
  return found;
}

export const { checked, sources } = data;
