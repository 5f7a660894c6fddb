import { t } from '@lingui/core/macro';
import { type Draft, followTitle, readText, readValue, setValue } from './draft.ts';
import type { ContentField } from './fields.ts';

export type Center = { _id: string; name: string };

const title: ContentField = { name: 'title', label: t`Title`, type: 'line', isByLanguage: true, limit: 120 };

/** A title from which the address of the item's page is made. */
const titleWithSlug: ContentField = {
  ...title,
  set: (draft, value, path) => followTitle(draft, setValue(draft, path, value)),
};

const slug: ContentField = {
  name: 'slug',
  label: t`Last part of its address`,
  hint: t`Small letters, digits and hyphens, for example blood-bus.`,
  type: 'line',
  limit: 80,
};

const detail: ContentField = {
  ...{ name: 'detail', label: t`Text`, type: 'paragraphs', isByLanguage: true, limit: 2000 },
};

const body: ContentField = {
  name: 'body',
  label: t`Text`,
  hint: t`In Markdown: an empty line begins a paragraph, ## a heading, - a list entry; **bold**, [link](https://...).`,
  type: 'paragraphs',
  rows: 14,
  isByLanguage: true,
  limit: 50_000,
};

const name: ContentField = { name: 'name', label: t`Name`, type: 'line', isByLanguage: true, limit: 60 };

/** A picture, and its description `alt`, which is required. */
export const picture = (field: string, label: string, alt = 'alt'): ContentField[] => [
  { name: field, label, type: 'picture' },
  {
    name: alt,
    label: t`Description of the picture`,
    hint: t`For people who do not see it.`,
    type: 'line',
    isByLanguage: true,
    limit: 200,
    isShown: (draft) => readText(draft, field) !== '',
  },
];

const lastsSeveralDays = (draft: Draft): boolean => readValue(draft, 'from') !== undefined;

/** Keeps the first day when a campaign becomes longer or shorter. */
const setDuration = (draft: Draft, duration: string): Draft =>
  duration === 'several'
    ? setValue(setValue(draft, 'from', readText(draft, 'date')), 'date', undefined)
    : ['from', 'until'].reduce<Draft>(
        (changed, name) => setValue(changed, name, undefined),
        setValue(draft, 'date', readText(draft, 'from')),
      );

export const campaignFields = (centers: readonly Center[]): ContentField[] => [
  titleWithSlug,
  detail,
  slug,
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
    hint: t`Staff see an appointment only at a center. If your site has centers, the button 'Take part' is shown only for campaigns at one.`,
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
  ...picture('picture', t`Picture (optional)`),
];

export const postFields: ContentField[] = [
  titleWithSlug,
  body,
  slug,
  { name: 'date', label: t`Day`, type: 'day' },
  { name: 'author', label: t`Author (optional)`, type: 'line', isByLanguage: true, limit: 120 },
  ...picture('cover', t`Picture (optional)`),
];

export const pageFields: ContentField[] = [
  titleWithSlug,
  body,
  {
    ...slug,
    hint: t`Small letters, digits and hyphens. With privacy, terms, licensing or imprint, it is a legal page.`,
  },
  {
    name: 'inMenu',
    label: t`In the menu of the site`,
    hint: t`Behind the button 'Menu', after the pages that every site has.`,
    type: 'choice',
    choices: [
      ['', t`No`],
      ['yes', t`Yes`],
    ],
    read: (draft) => (readValue(draft, 'inMenu') === true ? 'yes' : ''),
    set: (draft, value) => setValue(draft, 'inMenu', value === 'yes' || undefined),
  },
];

/** Networks are names, so they are the same in all languages. */
const networks = ['Instagram', 'YouTube', 'LinkedIn', 'WhatsApp', 'Telegram', 'Pinterest'];

export const teamCardFields: ContentField[] = [
  name,
  { name: 'role', label: t`Role (optional)`, type: 'line', isByLanguage: true, limit: 120 },
  ...picture('image', t`Picture (optional)`),
  ...networks.map(
    (network): ContentField => ({
      name: `links.${network.toLowerCase()}`,
      label: network,
      type: 'address',
      limit: 500,
      legend: t`Links to profiles (optional)`,
    }),
  ),
];

export const sponsorFields: ContentField[] = [
  name,
  { name: 'url', label: t`Link to its site (optional)`, type: 'address', limit: 500 },
  ...picture('logo', t`Logo (optional)`),
];

export const stepFields: ContentField[] = [title, detail, ...picture('picture', t`Picture (optional)`)];
