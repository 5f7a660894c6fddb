import type { Mail } from '#platform/messages.ts';
import type { Account } from '../accounts/account.ts';
import { composeLetter } from '../codes/mails.ts';
import type { Words } from '../codes/words.ts';
import { type Language, pageIn } from '../http/language.ts';
import type { FactorTable } from '../schema/tables.ts';
import type { Site } from '../services.ts';
import { maskNumber } from './factor.ts';

const words: Record<Language, (factor: string) => Words> = {
  en: (factor) => ({
    subject: 'A second step of your sign-in to Blood Buddies was removed',
    why: `Signing in no longer asks for a code from: ${factor}.`,
    button: 'Go to Blood Buddies',
    otherwise: 'If it was not you, choose a new password at once ("Forget Password ?" on the login page).',
  }),
  bn: (factor) => ({
    subject: 'Blood Buddies-এ সাইন ইনের দ্বিতীয় একটি ধাপ সরানো হয়েছে',
    why: `সাইন ইন করতে এখান থেকে আর কোড লাগবে না: ${factor}।`,
    button: 'Blood Buddies-এ যান',
    otherwise: 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় "পাসওয়ার্ড ভুলে গেছেন?")।',
  }),
};

const app: Record<Language, string> = { en: 'your authenticator app', bn: 'আপনার অথেনটিকেটর অ্যাপ' };

/** Tells the person that their account asks for one thing less: it may not have been them. */
export function composeRemoval(removal: {
  factor: FactorTable;
  account: Account;
  language: Language;
  site: Site;
}): Mail {
  const { factor, account, language, site } = removal;
  const source = factor.phone_number === null ? app[language] : maskNumber(factor.phone_number);
  const link = pageIn(language, `${site.publicUrl}/login`);
  return composeLetter({ words: words[language](source), language, to: account.email ?? '', link });
}
