import type { Language } from '../http/language.ts';
import type { Purpose } from './repository.ts';

/** What an email is, why it comes, what its link does, and what to do if it came by mistake. */
type EmailText = { subject: string; message: string; button: string; ifUnexpected: string };

/** Emails about a change that was made, without a code. */
export type NoticeKind = 'METHODS_REMOVED' | 'GOOGLE_LINKED' | 'FACTOR_REMOVED';

/** A sign-in link works for a day, or for minutes. */
export type EmailKind = Purpose | 'SHORT_LIVED_EMAIL_SIGNIN' | NoticeKind;

const englishSignIn = (time: string): EmailText => ({
  subject: 'Sign in to Blood Buddies',
  message: `Somebody, we hope you, asked to sign in with this address. The link is good for ${time}.`,
  button: 'Sign in',
  ifUnexpected: 'If it was not you, do nothing.',
});

const english: Record<EmailKind, EmailText> = {
  PASSWORD_RESET: {
    subject: 'Choose a new password for Blood Buddies',
    message:
      'Somebody, we hope you, asked to choose a new password for this address. The link works for one hour.',
    button: 'Choose a new password',
    ifUnexpected: 'If it was not you, do nothing: your password stays as it is.',
  },
  VERIFY_EMAIL: {
    subject: 'Confirm your email address for Blood Buddies',
    message: 'Please confirm that this address is yours. The link is good for one day.',
    button: 'Confirm my address',
    ifUnexpected: 'If you have no account with us, do nothing.',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: 'Confirm your new email address for Blood Buddies',
    message:
      'Please confirm that you want to sign in with this address from now on. The link is good for one day.',
    button: 'Use this address',
    ifUnexpected: 'If you did not ask for this, do nothing: nothing changes.',
  },
  RECOVER_EMAIL: {
    subject: 'Your email address for Blood Buddies was changed',
    message:
      'Your account now has another email address. If you did not change it, take it back within one day, then choose a new password.',
    button: 'Take my address back',
    ifUnexpected: 'If it was you, do nothing.',
  },
  EMAIL_SIGNIN: englishSignIn('one day'),
  SHORT_LIVED_EMAIL_SIGNIN: englishSignIn('ten minutes'),
  REVERT_SECOND_FACTOR_ADDITION: {
    subject: 'Two-step sign-in was switched on for Blood Buddies',
    message:
      'From now on signing in also asks for a code from the app or the phone that was just added to your account. If you did not add it, take it away within one day, then choose a new password.',
    button: 'Take it away',
    ifUnexpected: 'If it was you, do nothing.',
  },
  METHODS_REMOVED: {
    subject: 'Your Blood Buddies account is yours alone again',
    message:
      'You have just shown that this email address is yours. Nobody had done so before, so what opened the account until now (a password, a phone number, a Google account) may have been a stranger’s. It was removed, and other devices are signed out.',
    button: 'Go to my account',
    ifUnexpected: 'If it was yours, simply add it again on your account page.',
  },
  GOOGLE_LINKED: {
    subject: 'Google was linked to your Blood Buddies account',
    message: 'From now on you can sign in with Google too.',
    button: 'Go to my account',
    ifUnexpected:
      'If it was not you, choose a new password at once ("Forget Password ?" on the login page), then unlink Google on your account page.',
  },
  FACTOR_REMOVED: {
    subject: 'A second step of your sign-in to Blood Buddies was removed',
    message: 'Signing in no longer asks for a code from: {factor}.',
    button: 'Go to Blood Buddies',
    ifUnexpected: 'If it was not you, choose a new password at once ("Forget Password ?" on the login page).',
  },
};

const bengaliSignIn = (time: string): EmailText => ({
  subject: 'Blood Buddies-এ সাইন ইন করুন',
  message: `এই ঠিকানা দিয়ে সাইন ইন করতে চাওয়া হয়েছে, আশা করি আপনিই চেয়েছেন। লিংকটি ${time} কাজ করবে।`,
  button: 'সাইন ইন করুন',
  ifUnexpected: 'আপনি না চেয়ে থাকলে কিছুই করতে হবে না।',
});

const bengali: Record<EmailKind, EmailText> = {
  PASSWORD_RESET: {
    subject: 'Blood Buddies-এর জন্য নতুন পাসওয়ার্ড দিন',
    message: 'এই ঠিকানার জন্য নতুন পাসওয়ার্ড চাওয়া হয়েছে, আশা করি আপনিই চেয়েছেন। লিংকটি এক ঘণ্টা কাজ করবে।',
    button: 'নতুন পাসওয়ার্ড দিন',
    ifUnexpected: 'আপনি না চেয়ে থাকলে কিছুই করতে হবে না: আপনার পাসওয়ার্ড আগের মতোই থাকবে।',
  },
  VERIFY_EMAIL: {
    subject: 'Blood Buddies-এর জন্য আপনার ইমেইল ঠিকানা নিশ্চিত করুন',
    message: 'এই ঠিকানাটি যে আপনার, তা নিশ্চিত করুন। লিংকটি এক দিন কাজ করবে।',
    button: 'আমার ঠিকানা নিশ্চিত করুন',
    ifUnexpected: 'আমাদের কাছে আপনার কোনো অ্যাকাউন্ট না থাকলে কিছুই করতে হবে না।',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: 'Blood Buddies-এর জন্য আপনার নতুন ইমেইল ঠিকানা নিশ্চিত করুন',
    message: 'এখন থেকে এই ঠিকানা দিয়ে সাইন ইন করতে চান, তা নিশ্চিত করুন। লিংকটি এক দিন কাজ করবে।',
    button: 'এই ঠিকানা ব্যবহার করুন',
    ifUnexpected: 'আপনি না চেয়ে থাকলে কিছুই করতে হবে না: কিছুই বদলাবে না।',
  },
  RECOVER_EMAIL: {
    subject: 'Blood Buddies-এ আপনার ইমেইল ঠিকানা বদলানো হয়েছে',
    message:
      'আপনার অ্যাকাউন্টে এখন অন্য ইমেইল ঠিকানা আছে। আপনি না বদলে থাকলে এক দিনের মধ্যে তা ফিরিয়ে নিন, তারপর নতুন পাসওয়ার্ড দিন।',
    button: 'আমার ঠিকানা ফিরিয়ে নিন',
    ifUnexpected: 'আপনিই বদলে থাকলে কিছুই করতে হবে না।',
  },
  EMAIL_SIGNIN: bengaliSignIn('এক দিন'),
  SHORT_LIVED_EMAIL_SIGNIN: bengaliSignIn('দশ মিনিট'),
  REVERT_SECOND_FACTOR_ADDITION: {
    subject: 'Blood Buddies-এ দুই ধাপে সাইন ইন চালু হয়েছে',
    message:
      'এখন থেকে সাইন ইন করতে আপনার অ্যাকাউন্টে এইমাত্র যোগ করা অ্যাপ বা ফোন থেকে একটি কোডও লাগবে। আপনি যোগ না করে থাকলে এক দিনের মধ্যে তা সরিয়ে দিন, তারপর নতুন পাসওয়ার্ড দিন।',
    button: 'এটি সরিয়ে দিন',
    ifUnexpected: 'আপনিই করে থাকলে কিছুই করতে হবে না।',
  },
  METHODS_REMOVED: {
    subject: 'আপনার Blood Buddies অ্যাকাউন্ট এখন শুধুই আপনার',
    message:
      'এই ইমেইল ঠিকানাটি যে আপনার, তা আপনি এইমাত্র দেখালেন। আগে কেউ তা দেখায়নি, তাই এতদিন যা দিয়ে অ্যাকাউন্টটি খোলা যেত (পাসওয়ার্ড, ফোন নম্বর, Google অ্যাকাউন্ট) তা অন্য কারও হতে পারে। তা সরিয়ে দেওয়া হয়েছে, আর অন্য সব ডিভাইস থেকে সাইন আউট করা হয়েছে।',
    button: 'আমার অ্যাকাউন্টে যান',
    ifUnexpected: 'এটি আপনার হয়ে থাকলে আপনার অ্যাকাউন্টের পাতায় আবার যোগ করে নিন।',
  },
  GOOGLE_LINKED: {
    subject: 'আপনার Blood Buddies অ্যাকাউন্টে Google যুক্ত হয়েছে',
    message: 'এখন থেকে Google দিয়েও সাইন ইন করতে পারবেন।',
    button: 'আমার অ্যাকাউন্টে যান',
    ifUnexpected:
      'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় "পাসওয়ার্ড ভুলে গেছেন?"), তারপর অ্যাকাউন্ট পাতায় Google বিচ্ছিন্ন করুন।',
  },
  FACTOR_REMOVED: {
    subject: 'Blood Buddies-এ সাইন ইনের দ্বিতীয় একটি ধাপ সরানো হয়েছে',
    message: 'সাইন ইন করতে এখান থেকে আর কোড লাগবে না: {factor}।',
    button: 'Blood Buddies-এ যান',
    ifUnexpected: 'আপনি না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় "পাসওয়ার্ড ভুলে গেছেন?")।',
  },
};

/** What an authenticator app is called where a removed second factor is named. */
export const appName: Record<Language, string> = { en: 'your authenticator app', bn: 'আপনার অথেনটিকেটর অ্যাপ' };

/** What an email says under its button, before the address itself. */
export const copyLinkText: Record<Language, string> = {
  en: 'If the button does not work, copy this address:',
  bn: 'বোতামটি কাজ না করলে এই ঠিকানাটি কপি করুন:',
};

export const emailMessages: Record<Language, Record<EmailKind, EmailText>> = { en: english, bn: bengali };
