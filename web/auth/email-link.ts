import { basePath } from '#web/i18n/language.ts';
import { completeSignIn, loadIdentityClient } from './auth-provider.tsx';
import { readItem, writeItem } from './persistence.ts';
import type { SignInResult } from './sign-in.ts';

/**
 * Key of the email address that the last sign-in link was sent to. Opening the link in this browser then
 * needs no typing.
 */
const addressKey = 'bloodBuddiesLinkAddress';

export const readStoredEmail = (): string | null => readItem(addressKey);

/**
 * Emails a sign-in link that continues to `next`, a path of our site. Does not reveal whether there is an
 * account.
 */
export async function sendSignInLink(email: string, next: string): Promise<void> {
  const page = new URL(`${basePath}/account/action`, location.origin);
  page.searchParams.set('next', next);
  await (await loadIdentityClient()).links.send(email, page.href);
  writeItem(addressKey, email);
}

/** Throws IdentityError, ApiError or NetworkError. */
export async function signInByLink(email: string, link: string): Promise<SignInResult> {
  const result = await completeSignIn((identity) => identity.links.signIn(email, link));
  writeItem(addressKey, null);
  return result;
}
