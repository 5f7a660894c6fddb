import { sign } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { type Account, isAnonymous } from '../accounts/account.ts';
import { identityError } from '../http/errors.ts';
import { algorithm } from '../keys/key-ring.ts';
import type { SessionRow } from '../schema/tables.ts';
import type { Services } from '../services.ts';

export const TTL_SECONDS = 3600;

/**
 * Signs an ID token with the account's current profile and the session. Signs in this thread, because another
 * thread costs twice as much (decision 0096).
 */
export async function signIdToken({ keys, clock, site }: Services, account: Account, session: SessionRow) {
  const { kid, privateKey } = await keys.current();
  const now = Math.floor(clock() / 1000);
  const registered = {
    iss: site.issuer,
    aud: site.projectId,
    sub: account.id,
    iat: now,
    exp: now + TTL_SECONDS,
  };
  const parts = [
    { alg: algorithm, kid, typ: 'JWT' },
    { ...claimsOf(account, session), ...registered },
  ];
  const content = parts.map((part) => toBase64Url(JSON.stringify(part))).join('.');
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** The content of a genuine token, which may have expired. */
export type VerifiedIdToken = { accountId: string; sessionId: string; expired: boolean };

/** @throws AppError INVALID_ID_TOKEN when we did not issue the token */
export async function verifyIdToken({ keys, clock, site }: Services, token: string) {
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      issuer: site.issuer,
      audience: site.projectId,
      algorithms: [algorithm],
      currentDate: new Date(clock()),
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    return toVerifiedIdToken(payload, false);
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) return toVerifiedIdToken(cause.payload, true);
    // Do not report our own failures (no database) as an invalid token: the SDK would sign the user out.
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw identityError('INVALID_ID_TOKEN');
  }
}

function toVerifiedIdToken({ sub, sid }: JWTPayload, expired: boolean): VerifiedIdToken {
  return { accountId: String(sub), sessionId: String(sid), expired };
}

const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');

function claimsOf(account: Account, session: SessionRow) {
  return {
    user_id: account.id,
    sid: session.id,
    auth_time: Math.floor(session.auth_time / 1000),
    ...(isAnonymous(account) && { provider_id: 'anonymous' }),
    ...(account.email !== null && { email: account.email, email_verified: account.verified === 1 }),
    ...(account.display_name !== null && { name: account.display_name }),
    ...(account.photo_url !== null && { picture: account.photo_url }),
    ...(account.phone_number !== null && { phone_number: account.phone_number }),
    firebase: {
      identities: identitiesOf(account),
      sign_in_provider: session.sign_in_provider,
      ...(session.second_factor !== null && {
        sign_in_second_factor: session.second_factor,
        second_factor_identifier: session.second_factor_id,
      }),
    },
  };
}

function identitiesOf({ email, google_subject: google, phone_number: phone }: Account) {
  return {
    ...(google !== null && { 'google.com': [google] }),
    ...(email !== null && { email: [email] }),
    ...(phone !== null && { phone: [phone] }),
  };
}
