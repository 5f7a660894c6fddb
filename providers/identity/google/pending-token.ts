import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { refuse } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { type Proven, profileOf } from './profile.ts';

/** How long Google's own tokens are good. */
const LIFE_SECONDS = 3600;
const audience = 'pending';

/** A checked identity to be brought back later, when the person has shown that the account is theirs. */
export function writePendingToken(services: Services, { claims, idToken }: Proven): Promise<string> {
  const now = Math.floor(services.clock() / 1000);
  return new EncryptJWT({ claims, idToken })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer(services.site.issuer)
    .setAudience(audience)
    .setExpirationTime(now + LIFE_SECONDS)
    .encrypt(services.pendingTokenKey);
}

/** @throws AppError INVALID_PENDING_TOKEN */
export async function readPendingToken(services: Services, token: string): Promise<Proven> {
  try {
    const { payload } = await jwtDecrypt(token, services.pendingTokenKey, {
      issuer: services.site.issuer,
      audience,
      currentDate: new Date(services.clock()),
      requiredClaims: ['exp'],
    });
    const { claims, idToken } = payload as unknown as Pick<Proven, 'claims' | 'idToken'>;
    return { claims, idToken, profile: profileOf(claims) };
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw refuse('INVALID_PENDING_TOKEN');
  }
}
