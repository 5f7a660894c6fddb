import { t } from '@lingui/core/macro';
import { language } from '#web/language/language.ts';

const translated: Record<string, string> = {
  'email-already-in-use': t`This email address has an account here already.`,
  'invalid-email': t`This email address is not written as it should be.`,
  'invalid-recipient-email': t`This email address is not written as it should be.`,
  'user-not-found': t`There is no account with this email address.`,
  'user-disabled': t`This account was locked. Please write to us.`,
  'wrong-password': t`The password is not right, or this account has none.`,
  'missing-password': t`Please type your password.`,
  'weak-password': t`This password is too short or easy to guess. Take a longer one, three or four words in a row perhaps.`,
  'password-does-not-meet-requirements': t`This password is too long. Take a shorter one.`,
  'invalid-credential': t`What you signed in with is not right, or no longer good. Look at your email address and password again.`,
  'rejected-credential': t`What you signed in with is not right, or no longer good. Look at your email address and password again.`,
  'user-token-expired': t`Your sign-in is over. Please sign in again.`,
  'invalid-user-token': t`Your sign-in is over. Please sign in again.`,
  'admin-restricted-operation': t`New accounts cannot be made here just now.`,
  'missing-phone-number': t`Please type a phone number.`,
  'missing-verification-code': t`Please type the code.`,
  'missing-multi-factor-info': t`Please choose where your code comes from.`,
  'missing-multi-factor-session': t`That took too long. Please sign in again.`,
  'email-change-needs-verification': t`Please confirm your email address first.`,
  'invalid-argument': t`Something that you typed is too long or not as it should be.`,
  'quota-exceeded': t`There were too many tries. Please wait a while and try again.`,
  timeout: t`That took too long. Please try again.`,
};

/**
 * By its codes, what the identity provider says in sentences of its own. English readers get those; it has them in no
 * other language.
 */
export const providersWords: Record<string, string> = language === 'en' ? {} : translated;
