import type { Language } from '#contract/languages.ts';
import { type Visit, visitFields } from '#contract/visit.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import { getTranslator } from '#server/i18n/translator.ts';

export const readVisit = ({ visit }: Pick<CenterRow, 'visit'>): Visit => JSON.parse(visit) as Visit;

/** Returns what a center says about a visit as rows of a name and a text, in order. */
export function describeVisit(language: Language, visit: Visit): [name: string, text: string][] {
  const i18n = getTranslator(language);
  const names = {
    arrival: i18n._('When to arrive'),
    bring: i18n._('What to bring'),
    duration: i18n._('How long it takes'),
    contact: i18n._('Whom to ask'),
    food: i18n._('Food and drink'),
  };
  return visitFields.flatMap((field): [string, string][] => {
    const text = visit[field];
    return text ? [[names[field], text]] : [];
  });
}
