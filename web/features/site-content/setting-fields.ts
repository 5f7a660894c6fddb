import { t } from '@lingui/core/macro';
import { donationKinds } from '#contract/donation-waits.ts';
import type { RuleId } from '#contract/eligibility-rules.ts';
import { toMajorUnits } from '#contract/money.ts';
import { formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import { countries } from './countries.ts';
import { type Draft, readText, readValue, setValue } from './draft.ts';
import type { Choice, ContentField } from './fields.ts';

type NameType = 'region' | 'currency';

/** Returns choices with their names in the language of this page, in its order. */
function namedChoices(codes: readonly string[], type: NameType, value = (code: string) => code): Choice[] {
  const names = new Intl.DisplayNames(pageLocale, { type });
  return codes
    .map((code) => [value(code), names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, pageLocale));
}

const currencyOf = (draft: Draft) => readText(draft, 'currency') || 'usd';
const unitsOf = (currency: string) => 1 / toMajorUnits(1, currency);
const priceOf = (draft: Draft): string => {
  const amount = readValue(draft, 'amount');
  return typeof amount === 'number' ? String(toMajorUnits(amount, currencyOf(draft))) : '';
};
/** Sets the amount, which is entered in the unit of the currency and stored in its smallest unit. */
export const setPrice = (draft: Draft, price: string): Draft =>
  setValue(
    draft,
    'amount',
    price === '' ? undefined : Math.round(Number(price) * unitsOf(currencyOf(draft))),
  );
const costs = (draft: Draft): boolean => draft !== null;

/** What a new appointment costs. A draft of null: nothing. */
export const feeFields = (): ContentField[] => [
  {
    name: 'isFree',
    label: t`What a new appointment costs`,
    hint: t`Appointments that were requested earlier keep their price.`,
    type: 'choice',
    choices: [
      ['none', t`Nothing`],
      ['fee', t`An amount that is paid by card`],
    ],
    read: (draft) => (costs(draft) ? 'fee' : 'none'),
    set: (draft, value) => (value === 'none' ? null : (draft ?? { currency: 'usd' })),
  },
  {
    name: 'amount',
    label: t`Amount`,
    type: 'amount',
    isShown: costs,
    read: priceOf,
    set: (draft, value) => setPrice(draft, value),
  },
  {
    name: 'currency',
    label: t`Currency`,
    type: 'choice',
    choices: namedChoices(Intl.supportedValuesOf?.('currency') ?? ['USD'], 'currency', (code) =>
      code.toLowerCase(),
    ),
    isShown: costs,
    set: (draft, value) => setPrice(setValue(draft, 'currency', value), priceOf(draft)),
  },
];

const weekdays = (): Choice[] => {
  const format = new Intl.DateTimeFormat(pageLocale, { weekday: 'long', timeZone: 'UTC' });
  // January 1, 2024 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), format.format(Date.UTC(2024, 0, day))]);
};

const hours = (): Choice[] =>
  Array.from({ length: 24 }, (_, hour) => [String(hour), formatTime(`${hour}:00`)]);

const setNumber = (draft: Draft, value: string, path: string): Draft => setValue(draft, path, Number(value));

/** Sets the country, and the time zone and week of people there, if the browser knows them. */
function setCountry(draft: Draft, code: string): Draft {
  const changed = setValue(draft, 'country', code || null);
  if (code === '') return changed;
  const locale = new Intl.Locale('und', { region: code }) as Intl.Locale & {
    getTimeZones?: () => string[];
    getWeekInfo?: () => { firstDay: number };
  };
  const facts = { timeZone: locale.getTimeZones?.()?.[0], weekStart: locale.getWeekInfo?.().firstDay };
  return Object.entries(facts).reduce(
    (next, [name, value]) => (value === undefined ? next : setValue(next, name, value)),
    changed,
  );
}

export const regionFields = (): ContentField[] => [
  {
    name: 'country',
    label: t`Country`,
    hint: t`Its rules decide which phone numbers are right. Check the time zone and the week below.`,
    type: 'choice',
    choices: [['', t`None: phone numbers have 11 digits`], ...namedChoices(countries, 'region')],
    set: setCountry,
  },
  {
    name: 'timeZone',
    label: t`Time zone`,
    hint: t`For days without a center, such as those of campaigns.`,
    type: 'choice',
    choices: (Intl.supportedValuesOf?.('timeZone') ?? []).map((zone) => [zone, zone.replaceAll('_', ' ')]),
  },
  { name: 'weekStart', label: t`First day of the week`, type: 'choice', choices: weekdays(), set: setNumber },
  {
    name: 'reminderHour',
    label: t`Reminders are sent at`,
    hint: t`On the day before the appointment, in the time zone of the center.`,
    type: 'choice',
    choices: hours(),
    set: setNumber,
  },
  {
    name: 'languages',
    label: t`Languages`,
    hint: t`Codes with commas between them, the most important one first, for example fr, en. Your own texts can be in any of them, menus and forms are in English (en) or Bengali (bn).`,
    type: 'line',
    read: (draft) => ((readValue(draft, 'languages') ?? []) as string[]).join(', '),
    set: (draft, value) => setValue(draft, 'languages', value.toLowerCase().split(/[\s,]+/)),
  },
];

type Rule = { id: RuleId };
const rulesOf = (draft: Draft) => (readValue(draft, 'rules') ?? []) as Rule[];
const ruleOf = (draft: Draft, id: RuleId) => rulesOf(draft).find((rule) => rule.id === id);

/** Changes a field of a rule. `undefined` removes it. */
const setRule = (draft: Draft, id: RuleId, path: string, value: unknown): Draft =>
  setValue(
    draft,
    'rules',
    rulesOf(draft).map((rule) => (rule.id === id ? setValue(rule, path, value) : rule)),
  );

const limitField = (id: RuleId, name: 'below' | 'above', label: string): ContentField => ({
  name: `rules.${id}`,
  label,
  type: 'number',
  read: (draft) => readText(ruleOf(draft, id), name),
  set: (draft, value) => setRule(draft, id, name, value === '' ? undefined : Number(value)),
});

type Unit = 'days' | 'weeks' | 'months';

const waitField = (id: RuleId, unit: Unit, label: string): ContentField => ({
  name: `rules.${id}`,
  label,
  type: 'number',
  read: (draft) => readText(ruleOf(draft, id), `wait.${unit}`),
  set: (draft, value) => setRule(draft, id, `wait.${unit}`, value === '' ? undefined : Number(value)),
});

const waitFields = (): ContentField[] =>
  donationKinds.flatMap((kind) => {
    const legend = t`Days after a donation, by what was given (optional)`;
    const name = donationNames[kind];
    return [
      { name: `waits.${kind}.women`, label: t`${name}: women`, type: 'number', legend },
      { name: `waits.${kind}.men`, label: t`${name}: men`, type: 'number', legend },
    ];
  });

/** Who can give blood, and the waiting times. */
export const eligibilityFields = (): ContentField[] => [
  limitField('too-young', 'below', t`Youngest age, in years`),
  limitField('older', 'above', t`Above this age the center decides`),
  limitField('too-light', 'below', t`Lowest weight, in kilograms`),
  limitField('light', 'below', t`Below this weight the center decides`),
  waitField('donated-recently', 'weeks', t`Weeks after a donation`),
  waitField('ill-now', 'days', t`Days after an illness, for those who are ill`),
  waitField('ill-recently', 'days', t`Days after an illness, for those who have recovered`),
  waitField('antibiotic-now', 'days', t`Days after the last antibiotic, for those who take one`),
  waitField('antibiotic-recently', 'days', t`Days after the last antibiotic`),
  waitField('gave-birth', 'months', t`Months after giving birth`),
  waitField('breastfeeding', 'months', t`Months after weaning`),
  ...waitFields(),
  {
    name: 'note',
    label: t`What else donors should know (optional)`,
    type: 'paragraphs',
    isByLanguage: true,
    limit: 500,
  },
  { name: 'checked', label: t`Day when these rules were last reviewed`, type: 'day' },
];

/** The districts in which donors are asked for blood. */
export const districtFields = (): ContentField[] => [
  {
    name: 'list',
    label: t`Districts`,
    hint: t`A district in each line, then | and the division around it, in which donors are asked next. Names in several languages have / between them, in the order of the site's languages. Without a district, the site offers no requests for blood.`,
    type: 'paragraphs',
    rows: 16,
    limit: 60_000,
  },
];
