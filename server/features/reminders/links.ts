import { errors, jwtVerify } from 'jose';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import { signJwt } from '#platform/security/sign-jwt.ts';
import type { Core } from '#server/core.ts';

/** The claims of a link, which allows one action for one member, one appointment and its day. */
export type LinkClaims = {
  purpose: 'cancel' | 'stop';
  userId: string;
  appointmentId: string;
  day: Day;
};

const typ = 'reminder+jwt';

type LinkCore = Pick<Core, 'clock' | 'linkKeys'>;

/** Issues the signed token in a link of a reminder email. */
export const issueLinkToken = (
  { linkKeys }: { linkKeys: Pick<Core['linkKeys'], 'reminders'> },
  { purpose, userId, appointmentId, day }: LinkClaims,
  expiresAt: number,
): string =>
  signJwt(linkKeys.reminders, typ, {
    do: purpose,
    of: appointmentId,
    day,
    sub: userId,
    exp: Math.floor(expiresAt / 1000),
  });

/** @throws AppError not-found (404: not our token), link-expired (410) */
export async function readLinkToken({ clock, linkKeys }: LinkCore, token: string): Promise<LinkClaims> {
  try {
    const { payload } = await jwtVerify(token, linkKeys.reminders, {
      algorithms: ['HS256'],
      typ,
      currentDate: new Date(clock()),
      requiredClaims: ['sub', 'exp', 'do', 'of', 'day'],
    });
    return {
      purpose: payload.do === 'cancel' ? 'cancel' : 'stop',
      userId: String(payload.sub),
      appointmentId: String(payload.of),
      day: String(payload.day) as Day,
    };
  } catch (cause) {
    throw new AppError(cause instanceof errors.JWTExpired ? 'link-expired' : 'not-found', { cause });
  }
}
