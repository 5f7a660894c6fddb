import { type Day, dateOf } from '#contract/days.ts';
import type { Donation } from './past.ts';

export const languages = ['en', 'bn'] as const;
export type Language = (typeof languages)[number];

/** What stands around the data in one's files. */
export type Words = {
  title: string;
  of: string;
  madeOn: (day: string) => string;
  inAll: (count: number) => string;
  explained: string;
  none: string;
  notPrintable: string;
  byYear: string;
  list: string;
  year: string;
  count: string;
  date: string;
  center: string;
  bloodGroup: string;
  name: string;
  charge: string;
  charges: Record<Donation['charge'], string>;
  page: string;
};

const english: Words = {
  title: 'My donations',
  of: 'Account',
  madeOn: (day) => `As of ${day}`,
  inAll: (count) => (count === 1 ? '1 past appointment' : `${number('en', count)} past appointments`),
  explained:
    'These are appointments made with Blood Buddies. Whether blood was given, the donation center knows.',
  none: 'There is no past appointment yet.',
  notPrintable: 'An empty box stands for a sign that cannot be printed here; the CSV file has it.',
  byYear: 'By year',
  list: 'All past appointments',
  year: 'Year',
  count: 'Appointments',
  date: 'Donation Date',
  center: 'Donation Center',
  bloodGroup: 'Blood Group',
  name: 'Name',
  charge: 'Service charge',
  charges: { paid: 'Paid', refunded: 'Refunded', unpaid: 'Not paid' },
  page: 'Page',
};

const bengali: Words = {
  title: 'আমার রক্তদান',
  of: 'অ্যাকাউন্ট',
  madeOn: (day) => `${day} পর্যন্ত`,
  inAll: (count) => `মোট ${number('bn', count)}টি বিগত অ্যাপয়েন্টমেন্ট`,
  explained: 'এগুলো Blood Buddies-এ নেওয়া অ্যাপয়েন্টমেন্ট। সেদিন রক্ত দেওয়া হয়েছে কি না, তা রক্তদান কেন্দ্রই জানে।',
  none: 'এখনো কোনো বিগত অ্যাপয়েন্টমেন্ট নেই।',
  notPrintable: 'ফাঁকা ঘর মানে এমন একটি চিহ্ন, যা এখানে ছাপা যায় না; CSV ফাইলে তা আছে।',
  byYear: 'বছর অনুযায়ী',
  list: 'সব বিগত অ্যাপয়েন্টমেন্ট',
  year: 'বছর',
  count: 'অ্যাপয়েন্টমেন্ট',
  date: 'রক্তদানের তারিখ',
  center: 'রক্তদান কেন্দ্র',
  bloodGroup: 'রক্তের গ্রুপ',
  name: 'নাম',
  charge: 'সার্ভিস চার্জ',
  charges: { paid: 'পরিশোধিত', refunded: 'ফেরত দেওয়া হয়েছে', unpaid: 'অপরিশোধিত' },
  page: 'পৃষ্ঠা',
};

export const words: Record<Language, Words> = { en: english, bn: bengali };

const locales = { en: 'en-US', bn: 'bn-BD' } as const;

export const longDay = (language: Language, day: Day): string =>
  dateOf(day).toLocaleDateString(locales[language], { dateStyle: 'long' });

/** Without separators: `2026` is a year, too. */
export const number = (language: Language, value: number): string =>
  value.toLocaleString(locales[language], { useGrouping: false });
