import { t } from '@lingui/core/macro';
import { landingSections } from '#contract/content-groups.ts';
import type { LandingSection } from '#contract/site-content.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type Draft, readValue, setValue } from './draft.ts';
import type { Choice, ContentField } from './fields.ts';
import { picture } from './item-fields.ts';

const names: Record<LandingSection, string> = {
  banner: t`First screen`,
  join: t`Join us`,
  campaigns: t`Campaigns`,
  counters: t`Counters`,
  reviews: t`Reviews`,
  steps: t`Steps`,
  'who-we-are': t`Who we are`,
  photos: t`Photos`,
  'request-appointment': t`Appointment form`,
  intro: t`Introduction`,
  sponsors: t`Sponsors`,
};

const withPicture: readonly LandingSection[] = ['banner', 'who-we-are', 'intro'];

const HIDDEN = 'hidden';
const places: readonly Choice[] = [
  ...landingSections.map((_, index) => [String(index + 1), formatNumber(index + 1)] as const),
  [HIDDEN, t`Not shown`],
];

const listOf = (draft: Draft, name: string) => (readValue(draft, name) ?? []) as LandingSection[];

/** Returns all sections. Those that the draft does not order come last. */
const orderOf = (draft: Draft): LandingSection[] => [
  ...new Set([...listOf(draft, 'order'), ...landingSections]),
];

const readPlace = (draft: Draft, section: LandingSection): string =>
  listOf(draft, 'hidden').includes(section) ? HIDDEN : String(orderOf(draft).indexOf(section) + 1);

/** Moves a section to a place, which moves those after it by one, or hides it. */
export function setPlace(draft: Draft, section: LandingSection, place: string): Draft {
  const hidden = listOf(draft, 'hidden').filter((other) => other !== section);
  if (place === HIDDEN) return setValue(draft, 'hidden', [...hidden, section]);
  const order = orderOf(draft).filter((other) => other !== section);
  order.splice(Number(place) - 1, 0, section);
  return setValue(setValue(draft, 'hidden', hidden), 'order', order);
}

/** The fields of each section of the landing page. */
export const landingFields: ContentField[] = landingSections.flatMap((section) => {
  const path = `texts.${section}`;
  const common = { legend: names[section], isByLanguage: true } as const;
  const pictureFields = picture(`${path}.picture`, t`Picture (optional)`, `${path}.alt`);
  return [
    {
      name: `place.${section}`,
      label: t`Place on the page`,
      type: 'choice',
      choices: places,
      legend: names[section],
      read: (draft) => readPlace(draft, section),
      set: (draft, value) => setPlace(draft, section, value),
    },
    { ...common, name: `${path}.title`, label: t`Title (optional)`, type: 'line', limit: 120 },
    { ...common, name: `${path}.detail`, label: t`Text (optional)`, type: 'paragraphs', limit: 2000 },
    ...(withPicture.includes(section)
      ? pictureFields.map((field) => ({ ...field, legend: names[section] }))
      : []),
  ];
});
