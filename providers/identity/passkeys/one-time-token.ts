import { createHmac } from 'node:crypto';
import { isSameSecret, newId } from '#platform/ids.ts';
import { minutes, seconds } from '#platform/time.ts';
import type { Services } from '../services.ts';

/** The content of each kind of token, besides `id` and `expiresAt`. */
type Contents = {
  /** The challenge of a sign-in. */
  'passkey-sign-in': object;
  /** The challenge of an enrollment. */
  'passkey-enrollment': { accountId: string };
  /** A verified passkey. `challenge` signs in only once, even if the passkey was verified for it repeatedly. */
  'custom-token': {
    accountId: string;
    passkeyId: string;
    credentialId: string;
    counter: number;
    challenge: UsableOnce;
  };
};
type Purpose = keyof Contents;
export type UsableOnce = { id: string; expiresAt: number };
export type OneTimeToken<P extends Purpose> = Contents[P] & UsableOnce;

/** In ms. The challenge of a sign-in stays valid while its page waits for the person. */
const lifetimes: Record<Purpose, number> = {
  'passkey-sign-in': minutes(30),
  'passkey-enrollment': minutes(10),
  'custom-token': seconds(60),
};

/**
 * Signs a token. Stores only the use of the token (`claimTokenUse`), so that opening the sign-in page writes
 * nothing.
 */
export function signOneTimeToken<P extends Purpose>(services: Services, purpose: P, content: Contents[P]) {
  const token = { ...content, id: newId(), expiresAt: services.clock() + lifetimes[purpose] };
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${payload}.${sign(services, purpose, payload)}`;
}

/** Returns undefined for a token that expired, is not ours or has another purpose. */
export function readOneTimeToken<P extends Purpose>(
  services: Services,
  purpose: P,
  text: string,
): OneTimeToken<P> | undefined {
  const [payload = '', signature = ''] = text.split('.', 2);
  if (!isSameSecret(signature, sign(services, purpose, payload))) return undefined;
  const token: OneTimeToken<P> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return token.expiresAt > services.clock() ? token : undefined;
}

const sign = ({ oneTimeTokenKey }: Services, purpose: Purpose, payload: string): string =>
  createHmac('sha256', oneTimeTokenKey).update(`${purpose} ${payload}`).digest('base64url');
