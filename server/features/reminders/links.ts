import { errors, jwtVerify, SignJWT } from 'jose';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Clock } from '#platform/time.ts';

/** What a link allows: one action for one member, one appointment and its day. */
export type LinkClaims = {
  purpose: 'cancel' | 'stop';
  userId: string;
  appointmentId: string;
  day: Day;
};

export type ReminderLinks = ReturnType<typeof createReminderLinks>;

const typ = 'reminder+jwt';

/** Issues and reads the signed tokens in the links of reminder emails. */
export function createReminderLinks({ key, clock }: { key: Uint8Array; clock: Clock }) {
  return {
    issue: ({ purpose, userId, appointmentId, day }: LinkClaims, expiresAt: number): Promise<string> =>
      new SignJWT({ do: purpose, of: appointmentId, day })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setSubject(userId)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),

    /** @throws AppError not-found (404: not our token), link-expired (410) */
    async read(token: string): Promise<LinkClaims> {
      try {
        const { payload } = await jwtVerify(token, key, {
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
    },
  };
}
