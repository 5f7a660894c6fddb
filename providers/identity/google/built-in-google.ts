import { createHash } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#platform/time.ts';
import { type Attempt, nonceClaim } from './attempt.ts';

/** The account that was chosen on the page of the built-in provider. */
export type ChosenAccount = { email: string; name: string; verified: boolean };

const algorithm = 'HS256';
const audience = 'stand-in';

/** Creates the built-in replacement of Google: it trusts the chosen account. Never used in production. */
export function createBuiltInGoogle(options: { publicUrl: string; clock: Clock; key: string }) {
  const { clock } = options;
  const key = new TextEncoder().encode(options.key);
  const issuer = `${options.publicUrl}/identity/oauth/google/stand-in`;
  return {
    kind: 'built-in' as const,
    async sign({ nonce }: Attempt, { email, name, verified }: ChosenAccount) {
      const iat = Math.floor(clock() / 1000);
      const owner = { sub: subjectOf(email), email, email_verified: verified, ...(name && { name }) };
      const issued = { iss: issuer, aud: audience, iat, exp: iat + 600, nonce: nonceClaim(nonce) };
      const token = new SignJWT({ ...owner, ...issued }).setProtectedHeader({ alg: algorithm });
      return { idToken: await token.sign(key) };
    },
    async verifyIdToken(idToken: string): Promise<JWTPayload> {
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

/** Derives the subject from the address: 21 digits, like Google's. */
const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex')}`)
    .toString()
    .slice(0, 21);
