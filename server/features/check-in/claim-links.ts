import { errors, jwtVerify } from 'jose';
import { AppError } from '#platform/errors.ts';
import { signJwt } from '#platform/security/sign-jwt.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';

/**
 * The appointment of a walk-in without an account. `user_id` is a generated id until an account claims it.
 */
export type ClaimedWalkIn = { id: string; user_id: string };

const typ = 'walk-in+jwt';
export const CLAIM_TTL_MS = days(90);

/** Issues the signed token with which an account claims a walk-in. */
export const issueClaimToken = (
  { clock, linkKeys }: Pick<Core, 'clock' | 'linkKeys'>,
  { id, user_id }: ClaimedWalkIn,
): string =>
  signJwt(linkKeys.walkIns, typ, {
    of: id,
    sub: user_id,
    exp: Math.floor((clock() + CLAIM_TTL_MS) / 1000),
  });

/** @throws AppError not-found (404: not our token), link-expired (410) */
export async function readClaimToken(
  { clock, linkKeys }: Pick<Core, 'clock' | 'linkKeys'>,
  token: string,
): Promise<ClaimedWalkIn> {
  try {
    const { payload } = await jwtVerify(token, linkKeys.walkIns, {
      algorithms: ['HS256'],
      typ,
      currentDate: new Date(clock()),
      requiredClaims: ['sub', 'exp', 'of'],
    });
    return { id: String(payload.of), user_id: String(payload.sub) };
  } catch (cause) {
    throw new AppError(cause instanceof errors.JWTExpired ? 'link-expired' : 'not-found', { cause });
  }
}
