import { t } from '@lingui/core/macro';
import { MIN_LOGO_SIDE } from '#contract/logo.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { readText, setValue } from './draft.ts';
import type { Choice, ContentField } from './fields.ts';

export const identityFields: ContentField[] = [
  { name: 'name', label: t`Name of the site`, type: 'line', isByLanguage: true, limit: 60 },
  {
    name: 'shortName',
    label: t`Short name (optional)`,
    hint: t`Under the icon on a phone: at most 12 characters.`,
    type: 'line',
    isByLanguage: true,
    limit: 12,
  },
  {
    name: 'description',
    label: t`Description in one line (optional)`,
    hint: t`Search engines and shared links show it.`,
    type: 'line',
    isByLanguage: true,
    limit: 200,
  },
  {
    name: 'logo',
    label: t`Logo (optional)`,
    hint: t`It stands beside the name, on phones, in tabs and in shared links: at least ${formatNumber(MIN_LOGO_SIDE)} pixels high and wide.`,
    type: 'picture',
    minSide: MIN_LOGO_SIDE,
  },
  {
    name: 'accent',
    label: t`Color (optional)`,
    hint: t`For buttons, links and charts, such as #b3122a. We adjust it where it would be hard to read.`,
    type: 'color',
  },
];

export const contactFields: ContentField[] = [
  { name: 'email', label: t`Email (optional)`, type: 'email' },
  { name: 'phone', label: t`Phone (optional)`, type: 'phone', limit: 40 },
  { name: 'whatsapp', label: t`WhatsApp number (optional)`, type: 'phone', limit: 40 },
  { name: 'address', label: t`Address (optional)`, type: 'paragraphs', isByLanguage: true, limit: 300 },
  {
    name: 'mapUrl',
    label: t`Link to a map (optional)`,
    type: 'address',
    limit: 500,
  },
  {
    name: 'hours',
    label: t`Opening hours (optional)`,
    type: 'paragraphs',
    isByLanguage: true,
    limit: 300,
  },
  {
    name: 'answers',
    label: t`Who answers, and how soon (optional)`,
    hint: t`Such as: Rahima and two volunteers, usually on the same day.`,
    type: 'paragraphs',
    isByLanguage: true,
    limit: 300,
  },
];

const counterSources: readonly Choice[] = [
  ['', t`A number that you enter`],
  ['donors', t`People who have given blood, from the records of this site`],
  ['donations', t`Donations, from the records of this site`],
  ['appointments', t`Appointments, from the records of this site`],
  ['centers', t`Centers, from the records of this site`],
];

export function counterFields(index: number): ContentField[] {
  const number = formatNumber(index + 1);
  const legend = t`Counter ${number}`;
  const source = `${index}.source`;
  const value = `${index}.value`;
  return [
    { name: `${index}.label`, label: t`Label`, type: 'line', isByLanguage: true, limit: 60, legend },
    {
      name: source,
      label: t`What it shows`,
      type: 'choice',
      choices: counterSources,
      legend,
      set: (draft, chosen) =>
        chosen === ''
          ? setValue(draft, source, undefined)
          : setValue(setValue(draft, source, chosen), value, undefined),
      showsErrorsOf: String(index),
      errorText: t`Enter a label, and a number or what to count`,
    },
    {
      name: value,
      label: t`Number`,
      type: 'number',
      legend,
      isShown: (draft) => readText(draft, source) === '',
    },
  ];
}
