import { t } from '@lingui/core/macro';
import type { ContentKind } from '#contract/site-content.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { type Draft, followTitle, readText, readValue, setValue } from './draft.ts';

type Choice = readonly [value: string, label: string];

/** A field of the form for a kind of content. */
export type ContentField = {
  /** The path in the draft, as the server names it in errors. */
  name: string;
  label: string;
  hint?: string;
  type: 'line' | 'paragraphs' | 'day' | 'number' | 'address' | 'email' | 'phone' | 'choice';
  /** The field has a text for each language. */
  isByLanguage?: true;
  /** The maximum length in characters. The server enforces it. */
  limit?: number;
  choices?: readonly Choice[];
  /** Fields with the same legend form a group. */
  legend?: string;
  /** Default: always. */
  isShown?: (draft: Draft) => boolean;
  /** Returns the chosen value of a choice that is not itself stored. */
  read?: (draft: Draft) => string;
  /** Changes what depends on the field, too. */
  set?: (draft: Draft, value: string) => Draft;
  /** A field whose errors are shown here while it is hidden. */
  showsErrorsOf?: string;
  /** The text of such an error. Default: the server's message. */
  errorText?: string;
};

type Center = { _id: string; name: string };

/** What the form for a kind of content consists of. A kind that is not listed has no form. */
export type ContentForm = {
  /** Heading of the form of a group, or of the list of items. */
  title: string;
  /** What it is, under its link. */
  detail: string;
  /** The page that shows it. */
  publicPage: string;
  listFields: (centers: readonly Center[]) => ContentField[];
  /** Texts and options of a kind with any number of items. */
  items?: { one: string; add: string; empty: string; canSchedule?: true };
};

const identityFields: ContentField[] = [
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
];

const contactFields: ContentField[] = [
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
];

const counterSources: readonly Choice[] = [
  ['', t`A number that you enter`],
  ['donors', t`Donors, from the records of this site`],
  ['donations', t`Donations, from the records of this site`],
  ['appointments', t`Appointments, from the records of this site`],
  ['centers', t`Centers, from the records of this site`],
];

function counterFields(index: number): ContentField[] {
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

const lastsSeveralDays = (draft: Draft): boolean => readValue(draft, 'from') !== undefined;

/** Keeps the first day when a campaign becomes longer or shorter. */
const setDuration = (draft: Draft, duration: string): Draft =>
  duration === 'several'
    ? setValue(setValue(draft, 'from', readText(draft, 'date')), 'date', undefined)
    : ['from', 'until'].reduce<Draft>(
        (changed, name) => setValue(changed, name, undefined),
        setValue(draft, 'date', readText(draft, 'from')),
      );

const campaignFields = (centers: readonly Center[]): ContentField[] => [
  {
    name: 'title',
    label: t`Title`,
    type: 'line',
    isByLanguage: true,
    limit: 120,
  },
  { name: 'detail', label: t`Text`, type: 'paragraphs', isByLanguage: true, limit: 2000 },
  {
    name: 'slug',
    label: t`Last part of its address`,
    hint: t`Small letters, digits and hyphens, for example blood-bus.`,
    type: 'line',
    limit: 80,
  },
  {
    name: 'duration',
    label: t`How long`,
    type: 'choice',
    choices: [
      ['one', t`One day`],
      ['several', t`Several days`],
    ],
    legend: t`When`,
    read: (draft) => (lastsSeveralDays(draft) ? 'several' : 'one'),
    set: setDuration,
    showsErrorsOf: 'date',
  },
  {
    name: 'date',
    label: t`Day`,
    type: 'day',
    legend: t`When`,
    isShown: (draft) => !lastsSeveralDays(draft),
  },
  { name: 'from', label: t`First day`, type: 'day', legend: t`When`, isShown: lastsSeveralDays },
  { name: 'until', label: t`Last day`, type: 'day', legend: t`When`, isShown: lastsSeveralDays },
  {
    name: 'time',
    label: t`Time (optional)`,
    hint: t`For example 9:00 am - 5:00 pm`,
    type: 'line',
    limit: 60,
    legend: t`When`,
  },
  {
    name: 'centerId',
    label: t`Center`,
    type: 'choice',
    choices: [['', t`Not at a center`], ...centers.map(({ _id, name }): [string, string] => [_id, name])],
    legend: t`Where`,
  },
  {
    name: 'place',
    label: t`Place`,
    hint: t`Needed if you choose no center. Otherwise it is shown in place of the center's name.`,
    type: 'line',
    isByLanguage: true,
    limit: 200,
    legend: t`Where`,
  },
];

/** The kinds of content with a form, in the order of the page that lists them. */
export const contentForms: Partial<Record<ContentKind, ContentForm>> = {
  identity: {
    title: t`Name and description`,
    detail: t`What the site is called on its pages, in emails and in search engines`,
    publicPage: '/',
    listFields: () => identityFields,
  },
  contact: {
    title: t`Contact`,
    detail: t`How people reach you`,
    publicPage: '/contact',
    listFields: () => contactFields,
  },
  counters: {
    title: t`Counters`,
    detail: t`The four numbers on the home page`,
    publicPage: '/#counters',
    listFields: () => [0, 1, 2, 3].flatMap(counterFields),
  },
  campaign: {
    title: t`Campaigns`,
    detail: t`Where and when you collect blood next`,
    publicPage: '/campaign#next-campaigns',
    listFields: campaignFields,
    items: {
      one: t`Campaign`,
      add: t`Add a campaign`,
      empty: t`There is no campaign yet. Until you publish the first one, the site shows its examples.`,
      canSchedule: true,
    },
  },
};

export const listShownFields = (fields: readonly ContentField[], draft: Draft): ContentField[] =>
  fields.filter(({ isShown }) => isShown?.(draft) ?? true);

/** Returns a draft after a field was changed, with what follows from it. */
export function changeField(draft: Draft, field: ContentField, path: string, value: string): Draft {
  if (field.set) return field.set(draft, value);
  if (field.type === 'number') return setValue(draft, path, value === '' ? undefined : Number(value));
  const changed = setValue(draft, path, value);
  return field.name === 'title' ? followTitle(draft, changed) : changed;
}

export const readField = (draft: Draft, field: ContentField, path: string): string =>
  field.read ? field.read(draft) : readText(draft, path);
