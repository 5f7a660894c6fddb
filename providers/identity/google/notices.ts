import type { Mail } from '#platform/messages.ts';
import { composeLetter } from '../codes/mails.ts';
import type { Words } from '../codes/words.ts';
import { type Language, pageIn } from '../http/language.ts';
import type { Site } from '../services.ts';

const words: Record<Language, Words> = {
  en: {
    subject: 'Google was linked to your Blood Buddies account',
    why: 'From now on you can sign in with Google too.',
    button: 'Go to my account',
    otherwise:
      'If it was not you, choose a new password at once ("Forget Password ?" on the login page), then unlink Google on your account page.',
  },
  bn: {
    subject: 'আপনার Blood Buddies অ্যাকাউন্টে Google যুক্ত হয়েছে',
    why: 'এখন থেকে Google দিয়েও সাইন ইন করতে পারবেন।',
    button: 'আমার অ্যাকাউন্টে যান',
    otherwise:
      'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় "পাসওয়ার্ড ভুলে গেছেন?"), তারপর অ্যাকাউন্ট পাতায় Google বিচ্ছিন্ন করুন।',
  },
};

/** Tells the person that Google opens their account from now on: it may not have been them. */
export const composeLinkNotice = (letter: { to: string; language: Language; site: Site }): Mail =>
  composeLetter({
    words: words[letter.language],
    language: letter.language,
    to: letter.to,
    link: pageIn(letter.language, `${letter.site.publicUrl}/dashboard/account`),
  });
