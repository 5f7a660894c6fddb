import type { DonationWaits } from '#contract/donation-waits.ts';
import { figureOf, withFigure } from '#contract/eligibility-figures.ts';
// Not from eligibility-rules.ts, which would add zod to what donors load.
import data from '#contract/eligibility-rules.json';
import type { EligibilityRules, RuleId } from '#contract/eligibility-rules.ts';
import { pageData } from '#web/before-react/page-data.ts';

export type Rule = EligibilityRules['rules'][number];

/** The rules of the specification. rules.test.ts validates the file against these types. */
export const defaultRules = data.rules as readonly Rule[];
export const defaultSources: Pick<EligibilityRules, 'checked' | 'sources'> = data;

/** Returns the rules with the numbers that the owner has published. */
export function siteRules(): readonly Rule[] {
  const { eligibility = {} } = pageData().site;
  return defaultRules.map((rule) => {
    const figure = eligibility[rule.id];
    return figure === undefined ? rule : withFigure(rule, figure);
  });
}

/** Returns the days to wait by kind of donation and sex, if the owner has published them. */
export const siteWaits = (): DonationWaits | undefined => pageData().site.donationWaits;

/** Returns the number in a rule, for its message. @throws when the rule has none */
export function getFigure(id: RuleId): number {
  const rule = siteRules().find((candidate) => candidate.id === id);
  const figure = rule && figureOf(rule);
  if (figure === undefined) throw new Error(`The rule ${id} has no figure.`);
  return figure;
}
