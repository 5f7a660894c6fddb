import type { Mail } from '#platform/messages.ts';
import { composeLetter } from '../codes/mails.ts';
import type { Words } from '../codes/words.ts';
import { type Language, pageIn } from '../http/language.ts';
import type { Site } from '../services.ts';

const words: Record<Language, Words> = {
  en: {
    subject: 'Your Blood Buddies account is yours alone again',
    why: 'You have just shown that this email address is yours. Nobody had done so before, so what opened the account until now (a password, a phone number, a Google account) may have been a stranger’s. It was removed, and other devices are signed out.',
    button: 'Go to my account',
    otherwise: 'If it was yours, simply add it again on your account page.',
  },
  bn: {
    subject: 'আপনার Blood Buddies অ্যাকাউন্ট এখন শুধুই আপনার',
    why: 'এই ইমেইল ঠিকানাটি যে আপনার, তা আপনি এইমাত্র দেখালেন। আগে কেউ তা দেখায়নি, তাই এতদিন যা দিয়ে অ্যাকাউন্টটি খোলা যেত (পাসওয়ার্ড, ফোন নম্বর, Google অ্যাকাউন্ট) তা অন্য কারও হতে পারে। তা সরিয়ে দেওয়া হয়েছে, আর অন্য সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
    button: 'আমার অ্যাকাউন্টে যান',
    otherwise: 'এটি আপনার হয়ে থাকলে আপনার অ্যাকাউন্টের পাতায় আবার যোগ করে নিন।',
  },
};

/** Tells the owner of an address that what opened the account before them is gone. */
export const composeReclaimNotice = (letter: { to: string; language: Language; site: Site }): Mail =>
  composeLetter({
    words: words[letter.language],
    language: letter.language,
    to: letter.to,
    link: pageIn(letter.language, `${letter.site.publicUrl}/dashboard/account`),
  });
