import { type Auth, sendSignInLinkToEmail, signInWithEmailLink } from '@firebase/auth';
import type { Worded } from './identity-refusals.ts';
import { readUser } from './identity-user.ts';
import type { LinkWays } from './own-account.ts';

/** Signing in by a mailed link, by the SDK. */
export function linkWays(auth: Auth, worded: Worded): LinkWays {
  return {
    send: (email, url) => worded(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),
    signIn: (email, link) =>
      worded(async () => readUser((await signInWithEmailLink(auth, email, link)).user)),
  };
}
