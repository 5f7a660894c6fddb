import { days } from '#platform/time.ts';
import type { SessionRow } from '../schema/tables.ts';
import type { SessionLifetime, Settings } from '../services.ts';

/**
 * Lifetime on a device that has a passkey, or that the person marked as their own: twice the longest pause
 * between donations.
 */
export const OWN_DEVICE_LIFETIME: SessionLifetime = {
  absoluteTimeoutMs: days(400),
  idleTimeoutMs: days(180),
};

type Lifetime = Pick<Settings, 'sessionLifetime'>;

/**
 * Returns whether the session is too old or was not used for too long. Sessions on a person's own device last
 * longer.
 */
export function isExpired(session: SessionRow, { sessionLifetime }: Lifetime, now: number): boolean {
  const isOnOwnDevice = session.passkey_id !== null || session.own_device === 1;
  const { absoluteTimeoutMs, idleTimeoutMs } = isOnOwnDevice ? OWN_DEVICE_LIFETIME : sessionLifetime;
  return session.auth_time <= now - absoluteTimeoutMs || session.last_used_at <= now - idleTimeoutMs;
}
