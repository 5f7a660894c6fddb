import type { SessionRow } from '../schema/tables.ts';
import type { Settings } from '../services.ts';

type Lifetimes = Pick<Settings, 'sessionLifetime' | 'ownDeviceSessionLifetime'>;

/** Returns whether the session is too old or was not used for too long. Sessions on a person's own device last longer. */
export function isExpired(session: SessionRow, lifetimes: Lifetimes, now: number): boolean {
  // A passkey is on the device, or the person has marked it as their own.
  const isOnOwnDevice = session.passkey_id !== null || session.own_device === 1;
  const lifetime = isOnOwnDevice ? lifetimes.ownDeviceSessionLifetime : lifetimes.sessionLifetime;
  const { absoluteTimeoutMs, idleTimeoutMs } = lifetime;
  return session.auth_time <= now - absoluteTimeoutMs || session.last_used_at <= now - idleTimeoutMs;
}
