import { createHash } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/time.ts';
import { type Attempt, nonceClaim } from './attempt.ts';

/** What somebody chose on the stand-in's page. */
export type Chosen = { email: string; name: string; verified: boolean };

/** Stands in for Google where nobody has an account there: whoever is chosen is believed. Never in production. */
export type StandIn = {
  kind: 'stand-in';
  sign(attempt: Attempt, chosen: Chosen): Promise<{ idToken: string }>;
  check(idToken: string): Promise<JWTPayload>;
};

const algorithm = 'HS256';
const audience = 'stand-in';

/** Its tokens are signed with a key that nothing else knows, and name an issuer that nothing else believes. */
export function openStandIn(options: { publicUrl: string; clock: Clock; key: string }): StandIn {
  const { clock } = options;
  const key = new TextEncoder().encode(options.key);
  const issuer = `${options.publicUrl}/identity/oauth/google/stand-in`;
  return {
    kind: 'stand-in',
    async sign({ nonce }, { email, name, verified }) {
      const iat = Math.floor(clock() / 1000);
      const owner = { sub: subjectOf(email), email, email_verified: verified, ...(name && { name }) };
      const issued = { iss: issuer, aud: audience, iat, exp: iat + 600, nonce: nonceClaim(nonce) };
      const token = new SignJWT({ ...owner, ...issued }).setProtectedHeader({ alg: algorithm });
      return { idToken: await token.sign(key) };
    },
    async check(idToken) {
      const { payload } = await jwtVerify(idToken, key, {
        issuer,
        audience,
        algorithms: [algorithm],
        currentDate: new Date(clock()),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return payload;
    },
  };
}

/** The same address is the same person; 21 digits, as Google's. */
const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex')}`)
    .toString()
    .slice(0, 21);
