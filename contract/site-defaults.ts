import { landingSections } from './content-groups.ts';
import { defaultDistricts } from './default-districts.ts';
import { defaultEligibilityRules } from './eligibility-rules.ts';
import type { SiteGroups } from './site-content.ts';
import { defaultSiteName } from './site-name.ts';
import { serviceCharge } from './values.ts';

type Settings = {
  /** CONTACT_EMAIL. */
  contactEmail?: string | undefined;
  /** False in production without Stripe, where nobody can pay. */
  canTakePayments: boolean;
};

/** Returns the groups of a site whose owner has published nothing: the content of the specification. */
export const createSiteDefaults = ({ contactEmail, canTakePayments }: Settings): SiteGroups => ({
  identity: {
    name: { en: defaultSiteName },
    description: { en: 'A community of blood donors', bn: 'রক্তদাতাদের একটি কমিউনিটি' },
  },
  contact: contactEmail ? { email: contactEmail } : {},
  // Links without an address, as in the specification.
  links: { social: {}, footer: {} },
  landing: { order: [...landingSections], hidden: [], texts: {} },
  counters: [
    { label: { en: 'awards', bn: 'পুরস্কার' }, value: 1346 },
    { label: { en: 'recipients', bn: 'রক্তগ্রহীতা' }, value: 3568 },
    { label: { en: 'donors', bn: 'রক্তদাতা' }, value: 3235 },
    { label: { en: 'success smile', bn: 'সাফল্যের হাসি' }, value: 2578 },
  ],
  fee: canTakePayments ? { ...serviceCharge } : null,
  region: { country: null, timeZone: 'Asia/Dhaka', weekStart: 7, reminderHour: 16, languages: ['en', 'bn'] },
  eligibility: defaultEligibilityRules,
  districts: { list: defaultDistricts },
});
