import type { SessionRow } from '../schema/tables.ts';
import type { SessionLifetime, Settings } from '../services.ts';

type Lifetimes = Pick<Settings, 'sessionLifetime' | 'ownDeviceSessionLifetime'>;

/** Returns whether the session is too old or was not used for too long. Sessions on a person's own device last longer. */
export function isExpired(session: SessionRow, lifetimes: Lifetimes, now: number): boolean {
  const { absoluteTimeoutMs, idleTimeoutMs } = lifetimeOf(session, lifetimes);
  return session.auth_time <= now - absoluteTimeoutMs || session.last_used_at <= now - idleTimeoutMs;
}

const lifetimeOf = (session: SessionRow, lifetimes: Lifetimes): SessionLifetime =>
  isOnOwnDevice(session) ? lifetimes.ownDeviceSessionLifetime : lifetimes.sessionLifetime;

/** A passkey is on the device, or the person has marked it as their own. */
const isOnOwnDevice = ({ passkey_id, own_device }: SessionRow): boolean =>
  passkey_id !== null || own_device === 1;
