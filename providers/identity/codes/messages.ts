import type { Language } from '../http/language.ts';
import type { CodePurpose } from '../schema/tables.ts';

/**
 * The texts of an email: its reason, the label of its link, and what to do if the reader did not expect it.
 * `{site}` in the subject and the label is the site's name.
 */
type EmailText = { subject: string; message: string; button: string; ifUnexpected: string };

/** Notifications about a change, without a code. */
export type NoticeKind = 'METHODS_REMOVED' | 'GOOGLE_LINKED' | 'FACTOR_REMOVED' | 'PASSKEY_REMOVED';

/**
 * A sign-in link expires after a day, or after ten minutes on a strict site. PASSKEY_ADDED reverts an
 * addition, as REVERT_SECOND_FACTOR_ADDITION does.
 */
export type EmailKind = CodePurpose | 'SHORT_LIVED_EMAIL_SIGNIN' | 'PASSKEY_ADDED' | NoticeKind;

const englishSignIn = (lifetime: string): EmailText => ({
  subject: 'Sign in to {site}',
  message: `Press the button to sign in. The link expires in ${lifetime}.`,
  button: 'Sign in',
  ifUnexpected: 'If you did not ask for this email, ignore it.',
});

const english: Record<EmailKind, EmailText> = {
  PASSWORD_RESET: {
    subject: 'Reset your {site} password',
    message: 'Choose a new password for your account. The link expires in one hour.',
    button: 'Choose a new password',
    ifUnexpected: 'If you did not ask for this email, ignore it. Your password stays the same.',
  },
  VERIFY_EMAIL: {
    subject: 'Confirm your email address for {site}',
    message: 'Confirm that this email address is yours. The link expires in one day.',
    button: 'Confirm my email address',
    ifUnexpected: 'If you do not have an account with us, ignore this email.',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: 'Confirm your new email address for {site}',
    message: 'Confirm that you want to sign in with this email address. The link expires in one day.',
    button: 'Use this email address',
    ifUnexpected: 'If you did not ask for this change, ignore this email. Nothing will change.',
  },
  RECOVER_EMAIL: {
    subject: 'Your email address for {site} was changed',
    message:
      'Your account now has another email address. If you did not change it, restore your address within one day. Then choose a new password.',
    button: 'Restore my email address',
    ifUnexpected: 'If you changed it, you do not need to do anything.',
  },
  EMAIL_SIGNIN: englishSignIn('one day'),
  SHORT_LIVED_EMAIL_SIGNIN: englishSignIn('ten minutes'),
  REVERT_SECOND_FACTOR_ADDITION: {
    subject: 'A verification method was added to your {site} account',
    message:
      'An app or phone was just added to your account. You can now use its codes when you sign in. If you did not add it, remove it within one day. Then choose a new password.',
    button: 'Remove the app or phone',
    ifUnexpected: 'If you added it, you do not need to do anything.',
  },
  METHODS_REMOVED: {
    subject: 'We secured your {site} account',
    message:
      'You have just confirmed your email address. Before that, someone else may have added other ways to sign in to your account: a password, a phone number or a Google account. We removed them and signed out all other devices.',
    button: 'Go to my account',
    ifUnexpected: 'If they were yours, add them again on your account page.',
  },
  GOOGLE_LINKED: {
    subject: 'Google was linked to your {site} account',
    message: 'You can now also sign in with Google.',
    button: 'Go to my account',
    ifUnexpected:
      'If you did not link Google, choose a new password now (“Forget Password ?” on the login page). Then unlink Google on your account page.',
  },
  FACTOR_REMOVED: {
    subject: 'A verification method was removed from your {site} account',
    message: 'You can no longer use codes from {factor} to sign in.',
    button: 'Go to {site}',
    ifUnexpected:
      'If you did not remove it, choose a new password now (“Forget Password ?” on the login page).',
  },
  PASSKEY_ADDED: {
    subject: 'A passkey was added to your {site} account',
    message:
      'You can now sign in with a passkey{factor}, without a password. If you did not add it, remove it within one day. Then choose a new password.',
    button: 'Remove the passkey',
    ifUnexpected: 'If you added it, you do not need to do anything.',
  },
  PASSKEY_REMOVED: {
    subject: 'A passkey was removed from your {site} account',
    message: 'You can no longer sign in with a passkey{factor}. Devices that used it are signed out.',
    button: 'Go to my account',
    ifUnexpected:
      'If you did not remove it, choose a new password now (“Forget Password ?” on the login page).',
  },
};

const bengaliSignIn = (lifetime: string): EmailText => ({
  subject: '{site}-এ সাইন ইন করুন',
  message: `সাইন ইন করতে বোতামটি চাপুন। লিংকটির মেয়াদ ${lifetime}।`,
  button: 'সাইন ইন করুন',
  ifUnexpected: 'আপনি এই ইমেইল না চেয়ে থাকলে এটি উপেক্ষা করুন।',
});

const bengali: Record<EmailKind, EmailText> = {
  PASSWORD_RESET: {
    subject: '{site}-এর জন্য নতুন পাসওয়ার্ড দিন',
    message: 'আপনার অ্যাকাউন্টের জন্য নতুন পাসওয়ার্ড দিন। লিংকটির মেয়াদ এক ঘণ্টা।',
    button: 'নতুন পাসওয়ার্ড দিন',
    ifUnexpected: 'আপনি এই ইমেইল না চেয়ে থাকলে এটি উপেক্ষা করুন। আপনার পাসওয়ার্ড আগের মতোই থাকবে।',
  },
  VERIFY_EMAIL: {
    subject: '{site}-এর জন্য আপনার ইমেইল ঠিকানা নিশ্চিত করুন',
    message: 'এই ইমেইল ঠিকানাটি যে আপনার, তা নিশ্চিত করুন। লিংকটির মেয়াদ এক দিন।',
    button: 'আমার ইমেইল ঠিকানা নিশ্চিত করুন',
    ifUnexpected: 'আমাদের এখানে আপনার অ্যাকাউন্ট না থাকলে এই ইমেইল উপেক্ষা করুন।',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    subject: '{site}-এর জন্য আপনার নতুন ইমেইল ঠিকানা নিশ্চিত করুন',
    message: 'এই ইমেইল ঠিকানা দিয়ে সাইন ইন করতে চান, তা নিশ্চিত করুন। লিংকটির মেয়াদ এক দিন।',
    button: 'এই ইমেইল ঠিকানা ব্যবহার করুন',
    ifUnexpected: 'আপনি এই পরিবর্তন না চেয়ে থাকলে এই ইমেইল উপেক্ষা করুন। কিছুই বদলাবে না।',
  },
  RECOVER_EMAIL: {
    subject: '{site}-এ আপনার ইমেইল ঠিকানা বদলানো হয়েছে',
    message:
      'আপনার অ্যাকাউন্টে এখন অন্য ইমেইল ঠিকানা আছে। আপনি না বদলে থাকলে এক দিনের মধ্যে আপনার ঠিকানা ফিরিয়ে আনুন। তারপর নতুন পাসওয়ার্ড দিন।',
    button: 'আমার ইমেইল ঠিকানা ফিরিয়ে আনুন',
    ifUnexpected: 'আপনিই বদলে থাকলে আপনাকে কিছু করতে হবে না।',
  },
  EMAIL_SIGNIN: bengaliSignIn('এক দিন'),
  SHORT_LIVED_EMAIL_SIGNIN: bengaliSignIn('দশ মিনিট'),
  REVERT_SECOND_FACTOR_ADDITION: {
    subject: 'আপনার {site} অ্যাকাউন্টে যাচাইয়ের একটি পদ্ধতি যোগ করা হয়েছে',
    message:
      'আপনার অ্যাকাউন্টে এইমাত্র একটি অ্যাপ বা ফোন যোগ করা হয়েছে। এখন থেকে সাইন ইন করার সময় এর কোড ব্যবহার করতে পারবেন। আপনি যোগ না করে থাকলে এক দিনের মধ্যে এটি সরিয়ে দিন। তারপর নতুন পাসওয়ার্ড দিন।',
    button: 'অ্যাপ বা ফোনটি সরিয়ে দিন',
    ifUnexpected: 'আপনিই যোগ করে থাকলে আপনাকে কিছু করতে হবে না।',
  },
  METHODS_REMOVED: {
    subject: 'আমরা আপনার {site} অ্যাকাউন্ট সুরক্ষিত করেছি',
    message:
      'আপনি এইমাত্র আপনার ইমেইল ঠিকানা নিশ্চিত করেছেন। তার আগে অন্য কেউ আপনার অ্যাকাউন্টে সাইন ইনের অন্য উপায় যোগ করে থাকতে পারে: পাসওয়ার্ড, ফোন নম্বর বা Google অ্যাকাউন্ট। আমরা সেগুলো সরিয়ে দিয়েছি এবং অন্য সব ডিভাইস থেকে সাইন আউট করেছি।',
    button: 'আমার অ্যাকাউন্টে যান',
    ifUnexpected: 'সেগুলো আপনার হয়ে থাকলে আপনার অ্যাকাউন্টের পাতায় আবার যোগ করুন।',
  },
  GOOGLE_LINKED: {
    subject: 'আপনার {site} অ্যাকাউন্টে Google যুক্ত হয়েছে',
    message: 'এখন থেকে Google দিয়েও সাইন ইন করতে পারবেন।',
    button: 'আমার অ্যাকাউন্টে যান',
    ifUnexpected:
      'আপনি Google যুক্ত না করে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় “পাসওয়ার্ড ভুলে গেছেন?”)। তারপর আপনার অ্যাকাউন্টের পাতায় Google বিচ্ছিন্ন করুন।',
  },
  FACTOR_REMOVED: {
    subject: 'আপনার {site} অ্যাকাউন্ট থেকে যাচাইয়ের একটি পদ্ধতি সরানো হয়েছে',
    message: 'এখন থেকে সাইন ইন করতে {factor}-এর কোড ব্যবহার করতে পারবেন না।',
    button: '{site}-এ যান',
    ifUnexpected: 'আপনি না সরিয়ে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় “পাসওয়ার্ড ভুলে গেছেন?”)।',
  },
  PASSKEY_ADDED: {
    subject: 'আপনার {site} অ্যাকাউন্টে একটি পাসকি যোগ করা হয়েছে',
    message:
      'এখন থেকে পাসওয়ার্ড ছাড়াই পাসকি{factor} দিয়ে সাইন ইন করতে পারবেন। আপনি যোগ না করে থাকলে এক দিনের মধ্যে এটি সরিয়ে দিন। তারপর নতুন পাসওয়ার্ড দিন।',
    button: 'পাসকিটি সরিয়ে দিন',
    ifUnexpected: 'আপনিই যোগ করে থাকলে আপনাকে কিছু করতে হবে না।',
  },
  PASSKEY_REMOVED: {
    subject: 'আপনার {site} অ্যাকাউন্ট থেকে একটি পাসকি সরানো হয়েছে',
    message:
      'এখন থেকে পাসকি{factor} দিয়ে সাইন ইন করতে পারবেন না। যেসব ডিভাইসে এটি ব্যবহার হয়েছে, সেগুলো থেকে সাইন আউট করা হয়েছে।',
    button: 'আমার অ্যাকাউন্টে যান',
    ifUnexpected: 'আপনি না সরিয়ে থাকলে এখনই নতুন পাসওয়ার্ড দিন (সাইন ইনের পাতায় “পাসওয়ার্ড ভুলে গেছেন?”)।',
  },
};

/** Label of a removed authenticator app. */
export const appName: Record<Language, string> = { en: 'your authenticator app', bn: 'আপনার অথেনটিকেটর অ্যাপ' };

const requestedKinds: readonly EmailKind[] = [
  'PASSWORD_RESET',
  'VERIFY_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
  'EMAIL_SIGNIN',
  'SHORT_LIVED_EMAIL_SIGNIN',
];

/** Returns whether a visitor requested the email, by entering the address. */
export const isRequested = (kind: EmailKind): boolean => requestedKinds.includes(kind);

/** Why the reader receives an email: a visitor entered the address, or the account was changed. */
export const reasons: Record<Language, { requested: string; changed: string }> = {
  en: {
    requested: 'You received this email because someone entered this address on {site}.',
    changed: 'You received this email because it is about the security of your {site} account.',
  },
  bn: {
    requested: 'কেউ {site}-এ এই ঠিকানাটি দিয়েছেন বলে আপনি এই ইমেইল পেয়েছেন।',
    changed: 'এটি আপনার {site} অ্যাকাউন্টের নিরাপত্তা সম্পর্কে বলে আপনি এই ইমেইল পেয়েছেন।',
  },
};

/** Shown below the button, before the link itself. */
export const copyLinkText: Record<Language, string> = {
  en: 'If the button does not work, copy this link:',
  bn: 'বোতামটি কাজ না করলে এই লিংকটি কপি করুন:',
};

export const emailMessages: Record<Language, Record<EmailKind, EmailText>> = { en: english, bn: bengali };
