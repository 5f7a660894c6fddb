import { basePath } from '#web/i18n/language.ts';
import { completeSignIn, loadIdentityClient, type SignInResult } from './auth-provider.tsx';
import { keep, readKept } from './persistence.ts';

/** The address that the last link of this browser was mailed to: opened here, nobody has to type it again. */
const addressKey = 'bloodBuddiesLinkAddress';

export const storedEmail = (): string | null => readKept(addressKey);

/** Mails a link that signs in and goes on to `next`, a path of ours. Says nothing about whether there is an account. */
export async function sendSignInLink(email: string, next: string): Promise<void> {
  const page = new URL(`${basePath}/account/action`, location.origin);
  page.searchParams.set('next', next);
  await (await loadIdentityClient()).links.send(email, page.href);
  keep(addressKey, email);
}

/** Throws as every sign-in. */
export async function signInByLink(email: string, link: string): Promise<SignInResult> {
  const entered = await completeSignIn((identity) => identity.links.signIn(email, link));
  keep(addressKey, null);
  return entered;
}
