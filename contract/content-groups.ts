import * as z from 'zod/mini';
import * as fields from './content-fields.ts';
import { check, kind, objectKind } from './content-kind.ts';
import { districtName, parseDistricts } from './districts.ts';
import { donationKinds } from './donation-waits.ts';
import { figuresOf } from './eligibility-figures.ts';
import { defaultEligibilityRules, EligibilityRules } from './eligibility-rules.ts';
import { maxLengthCheck } from './lengths.ts';
import { findAmountProblem } from './stripe-amounts.ts';
import { isTimeZone } from './time-zone.ts';

const picture = z.optional(fields.webAddress);
const alt = z.optional(fields.text(200));

const identity = objectKind(
  z.object({
    name: fields.text(60),
    shortName: z.optional(fields.text(12)),
    description: z.optional(fields.text(200)),
    logo: picture,
    /** Such as `#b3122a`. */
    accent: z.optional(
      z.string().check(z.refine((color) => /^(#[\da-f]{6})?$/i.test(color), 'Enter a color such as #b3122a')),
    ),
  }),
);

const contact = objectKind(
  z.object({
    email: z.optional(fields.email),
    phone: z.optional(fields.phone),
    whatsapp: z.optional(fields.phone),
    address: z.optional(fields.longText(300)),
    mapUrl: z.optional(fields.webAddress),
    hours: z.optional(fields.longText(300)),
    /** Who answers, and how soon. */
    answers: z.optional(fields.longText(300)),
  }),
);

const footerColumns = ['company', 'help', 'legal', 'download'] as const;
const FooterLink = z.object({ label: fields.text(60), url: fields.link });
const footerOf = <Link extends z.ZodMiniType>(link: Link) => {
  const list = z.array(link).check(maxLengthCheck(10, 'Use at most 10 links'));
  return z.partialRecord(z.enum(footerColumns), z.pipe(z.transform(withoutEmptyEntries), list));
};
/** A form may have a link in which nothing is filled in. */
const withoutEmptyEntries = (list: unknown): unknown =>
  Array.isArray(list) ? list.filter((link) => JSON.stringify(link) !== '{}') : list;

const links = kind(
  z.object({ social: z.optional(fields.social), footer: z.optional(footerOf(z.partial(FooterLink))) }),
  z.object({ social: z.optional(fields.social), footer: z.optional(footerOf(FooterLink)) }),
);

/** The sections of the landing page, in the order of the specification. */
export const landingSections = [
  ...['banner', 'join', 'campaigns', 'counters', 'reviews', 'steps', 'who-we-are'],
  ...['photos', 'request-appointment', 'intro', 'sponsors'],
] as const;
const sections = z
  .array(z.enum(landingSections))
  .check(z.refine((list) => new Set(list).size === list.length, 'Name each section once'));
const SectionTexts = z.object({
  title: z.optional(fields.text(120)),
  detail: z.optional(fields.longText(2000)),
  picture,
  alt,
});

/** Sections that `order` does not name come last. */
const landing = objectKind(
  z.object({
    order: z.optional(sections),
    hidden: z.optional(sections),
    texts: z.optional(z.partialRecord(z.enum(landingSections), SectionTexts)),
  }),
  check(
    ({ texts = {} }) =>
      Object.values(texts).every((section) => !section?.picture || section.alt !== undefined),
    'texts',
    'Describe each picture for people who do not see it',
  ),
);

const NUMBER_OF_COUNTERS = 4;
/** What the site can count in its own records. */
const counterSources = ['donors', 'donations', 'appointments', 'centers'] as const;
const label = fields.text(60);
const value = z
  .int('Enter a whole number')
  .check(z.minimum(0, 'Enter at least 0'), z.maximum(1e9, 'Enter at most 1,000,000,000'));
const source = z.enum(counterSources);
const counters = kind(
  z
    .array(z.partial(z.object({ label, value, source })))
    .check(maxLengthCheck(NUMBER_OF_COUNTERS, 'Use four counters')),
  z
    .array(z.union([z.strictObject({ label, value }), z.strictObject({ label, source })]))
    .check(z.length(NUMBER_OF_COUNTERS, 'Use four counters')),
);

const currency = z
  .string('Enter text')
  .check(
    z.refine(
      (code) => /^[a-z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
      'Enter the code of a currency in small letters, such as usd',
    ),
  );
/** An amount in the smallest unit of the currency, as the card provider takes it. */
const Fee = z.object({
  amount: z.int('Enter a whole number').check(z.minimum(1, 'Enter at least 1')),
  currency,
});
/** `null`: appointments cost nothing. */
const fee = kind(
  z.nullable(z.partial(Fee)),
  z.nullable(
    Fee.check((payload) => {
      const { amount, currency } = payload.value;
      const message = findAmountProblem(amount, currency);
      if (message) payload.issues.push({ code: 'custom', message, path: ['amount'], input: amount });
    }),
  ),
);

const isCountry = (code: string): boolean =>
  // ZZ is an unknown region.
  /^(?!ZZ)[A-Z]{2}$/.test(code) &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;

const region = objectKind(
  z.object({
    /** ISO 3166 code, such as `SN`. `null`: phone numbers have 11 digits. */
    country: z.nullable(z.string().check(z.refine(isCountry, 'Enter the code of a country, such as SN'))),
    timeZone: fields
      .line(64)
      .check(z.refine((name) => isTimeZone(name), 'Enter a time zone such as Asia/Dhaka')),
    /** The first day of the week. 1: Monday, 7: Sunday. */
    weekStart: z.int().check(z.minimum(1), z.maximum(7)),
    /** The hour at the center from which reminders are sent, on the day before. */
    reminderHour: z.int().check(z.minimum(0), z.maximum(23)),
    /** The languages shown, the most important one first. */
    languages: z.array(fields.languageCode).check(
      z.minLength(1, 'Choose at least one language'),
      maxLengthCheck(20, 'Choose at most 20 languages'),
      z.refine((list) => new Set(list).size === list.length, 'Name each language once'),
    ),
  }),
);

/** What a rule says, without its number and source. */
function statement(rule: EligibilityRules['rules'][number]): string {
  const condition =
    'answer' in rule
      ? [rule.answer, rule.from, ...Object.keys(rule.wait ?? {})]
      : [rule.below !== undefined && 'below', rule.above !== undefined && 'above'];
  return [rule.id, rule.question, rule.result, ...condition].join();
}

const waitDays = z
  .int('Enter a whole number')
  .check(z.minimum(1, 'Enter at least 1'), z.maximum(1000, 'Enter at most 1000'));
const DonationWait = z.strictObject({ women: waitDays, men: waitDays });
const waitsOf = <Wait extends z.ZodMiniType>(wait: Wait) =>
  z.optional(z.partialRecord(z.enum(donationKinds), wait));

const eligibilityTexts = {
  /** What else donors should know, beside the rules. */
  note: z.optional(fields.longText(500)),
};

/** The texts of the pages name each number with its unit, so the rules differ only in these numbers. */
const eligibility = kind(
  z.partial(z.extend(EligibilityRules, { ...eligibilityTexts, waits: waitsOf(z.partial(DonationWait)) })),
  z.extend(EligibilityRules, { ...eligibilityTexts, waits: waitsOf(DonationWait) }).check(
    check<EligibilityRules>(
      ({ rules = [] }) =>
        rules.length === defaultEligibilityRules.rules.length &&
        defaultEligibilityRules.rules.every((rule) =>
          rules.some((other) => statement(other) === statement(rule)),
        ),
      'rules',
      'Keep all rules, and change only their numbers',
    ),
    check<EligibilityRules>(
      ({ rules = [] }) => {
        const figures = figuresOf(rules);
        return (figures['too-young'] ?? 0) <= (figures.older ?? Number.POSITIVE_INFINITY);
      },
      'rules',
      'The age above which the center decides must not be below the youngest age',
    ),
  ),
);

/** The districts in which donors are asked for blood. Without one, nothing of it is offered to donors. */
const districts = objectKind(
  z.object({
    /** Read by `parseDistricts`. */
    list: z.string().check(
      z.trim(),
      maxLengthCheck(60_000, 'Use at most 60,000 characters'),
      z.refine(
        (list) => parseDistricts({ list }).every(({ names, division }) => names[0] && division[0]),
        'Write in each line a district, | and its division',
      ),
      z.refine((list) => {
        const names = parseDistricts({ list }).map((district) => districtName(district).toLowerCase());
        return new Set(names).size === names.length;
      }, 'Name each district once'),
    ),
  }),
);

/** Content of which a site has one each. Its id is `site`. */
export const groupKinds = {
  ...{ identity, contact, links, landing, counters, fee, region },
  ...{ eligibility, districts },
} as const;
