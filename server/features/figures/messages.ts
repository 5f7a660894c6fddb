import type { Language } from '#contract/languages.ts';
import type { FigureName } from '#contract/staff-figures.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** The texts of the CSV file. */
export function figureMessages(language: Language) {
  const i18n = getTranslator(language);
  return {
    month: i18n._('Month'),
    center: i18n._('Center'),
    day: i18n._('Day'),
    total: i18n._('Total'),
    otherCenters: i18n._('Other centers'),
    figures: {
      booked: i18n._('Booked'),
      arrived: i18n._('Arrived'),
      gave: i18n._('Gave blood'),
      deferred: i18n._('Deferred'),
      notGiven: i18n._('No donation'),
      noShow: i18n._('Did not come'),
      lateCanceled: i18n._('Canceled late'),
      overCapacity: i18n._('Over capacity'),
    } satisfies Record<FigureName, string>,
  };
}
