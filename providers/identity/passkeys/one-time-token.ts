import { errors, jwtVerify, SignJWT } from 'jose';
import { newId } from '#platform/ids.ts';
import { minutes, seconds } from '#platform/time.ts';
import { claimUse } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';

/** Lifetime in ms. A challenge of the sign-in page waits for the person. */
const lifetimes = {
  'passkey-sign-in': minutes(30),
  'passkey-enrollment': minutes(10),
  'custom-token': seconds(60),
};

type Purpose = keyof typeof lifetimes;
export type OneTimeToken = { accountId?: string | undefined; passkeyId?: string | undefined };
type ReadToken = OneTimeToken & { id: string; expiresAt: number };

/** Signs a token for one purpose. It is not stored: only its use is, so that opening the sign-in page writes nothing. */
export function signOneTimeToken(services: Services, purpose: Purpose, token: OneTimeToken): Promise<string> {
  const { accountId, passkeyId } = token;
  return new SignJWT({ ...(accountId && { sub: accountId }), ...(passkeyId && { passkeyId }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(services.site.issuer)
    .setAudience(purpose)
    .setJti(newId())
    .setExpirationTime(Math.floor((services.clock() + lifetimes[purpose]) / 1000))
    .sign(services.oneTimeTokenKey);
}

/** Returns undefined for a token that expired, is not ours or has another purpose. Use it up with `claimToken`. */
export async function readOneTimeToken(
  { site, clock, oneTimeTokenKey }: Services,
  purpose: Purpose,
  token: string,
): Promise<ReadToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, oneTimeTokenKey, {
      issuer: site.issuer,
      audience: purpose,
      algorithms: ['HS256'],
      currentDate: new Date(clock()),
      requiredClaims: ['exp', 'jti'],
    });
    const { sub: accountId, passkeyId, jti, exp } = payload as typeof payload & { passkeyId?: string };
    return { accountId, passkeyId, id: String(jti), expiresAt: Number(exp) * 1000 };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return undefined;
  }
}

/** Returns true for only one of several uses. */
export const claimToken = (trx: Trx, { id, expiresAt }: ReadToken): Promise<boolean> =>
  claimUse(trx, { secret: id, expiresAt });
