import { identityError } from '../http/errors.ts';
import type { SessionRow } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { verifyIdToken } from './id-tokens.ts';
import { isExpired } from './lifetime.ts';
import { listSessions, type SessionEnd, updateSession } from './repository.ts';
import { authenticate, endSessions, requireRecentSignIn } from './rules.ts';

/** `accounts:listSessions`: lists the caller's active sessions. */
export async function listOwnSessions(services: Services, { fields }: Call) {
  const { account, session: own } = await authenticate(services, fields.text('idToken'));
  const sessions = await listSessions(services.db, account.id);
  const active = sessions.filter((session) => !isExpired(session, services.settings, services.clock()));
  return {
    sessions: active.map((session) => ({
      sessionId: session.id,
      current: session.id === own.id,
      ...describeSession(session),
      ...(session.own_device === 1 && { ownDevice: true }),
      ...(session.passkey_id !== null && { hasPasskey: true }),
    })),
  };
}

/**
 * `accounts:setOwnDevice`: with `ownDevice` the caller's session lasts longer. Setting it needs a recent
 * sign-in.
 */
export async function setOwnDevice(services: Services, { fields }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  const ownDevice = fields.flag('ownDevice');
  if (ownDevice) requireRecentSignIn(services, caller);
  const isChanged = await updateSession(services.db, caller.session.id, { own_device: Number(ownDevice) });
  if (!isChanged) throw identityError('TOKEN_EXPIRED');
  return { ownDevice };
}

/** Describes a session without its id. */
export const describeSession = (session: SessionRow) => ({
  provider: session.sign_in_provider,
  signedInAt: String(session.auth_time),
  lastUsedAt: String(session.last_used_at),
  ...(session.ended_at !== null && { endedAt: String(session.ended_at) }),
  ...(session.browser !== null && { browser: session.browser }),
});

/**
 * `accounts:endSession`: ends the token's session, even if the token has expired. With `sessionId`, ends that
 * session instead, which needs a recent sign-in.
 */
export async function endOwnSession(services: Services, { fields }: Call) {
  const otherId = fields.text('sessionId');
  const idToken = fields.text('idToken');
  if (otherId === undefined) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN');
    const { accountId, sessionId } = await verifyIdToken(services, idToken);
    await end(services, { accountId, where: { id: sessionId } });
    return {};
  }
  const caller = await authenticate(services, idToken);
  if (otherId !== caller.session.id) requireRecentSignIn(services, caller);
  const ended = await end(services, { accountId: caller.account.id, where: { id: otherId } });
  if (ended.length === 0) throw identityError('SESSION_NOT_FOUND', 'This session no longer exists.');
  return {};
}

/**
 * `accounts:endOtherSessions`: ends all of the caller's sessions except the current one. Needs a recent
 * sign-in.
 */
export async function endOtherSessions(services: Services, { fields }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  requireRecentSignIn(services, caller);
  const ended = await end(services, { accountId: caller.account.id, except: caller.session.id });
  return { ended: ended.length };
}

function end(services: Services, filter: Omit<SessionEnd, 'now'>) {
  const ending = { ...filter, now: services.clock() };
  return services.db.transaction().execute((trx) => endSessions(trx, services, ending));
}
