import { identityError } from '../http/errors.ts';
import type { SessionRow } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { verifyIdToken } from './id-tokens.ts';
import { listSessions } from './repository.ts';
import { authenticate, endSessions, requireRecentSignIn, sessionCutoffs } from './rules.ts';

/** `accounts:listSessions`: lists the caller's active sessions. */
export async function listOwnSessions(services: Services, { fields }: Call) {
  const { account, session: own } = await authenticate(services, fields.text('idToken'));
  const cutoffs = sessionCutoffs(services.settings, services.clock());
  const sessions = await listSessions(services.db, { accountId: account.id, ...cutoffs });
  return {
    sessions: sessions.map((session) => ({
      sessionId: session.id,
      current: session.id === own.id,
      ...describeSession(session),
    })),
  };
}

/** Describes a session without its id. */
export const describeSession = (session: SessionRow) => ({
  provider: session.sign_in_provider,
  signedInAt: String(session.auth_time),
  lastUsedAt: String(session.last_used_at),
  ...(session.ended_at !== null && { endedAt: String(session.ended_at) }),
  ...(session.browser !== null && { browser: session.browser }),
});

/** `accounts:endSession`: ends the token's session, even if expired, or another one (`sessionId`, recent sign-in). */
export async function endOwnSession(services: Services, { fields }: Call) {
  const otherId = fields.text('sessionId');
  const idToken = fields.text('idToken');
  if (otherId === undefined) {
    if (!idToken) throw identityError('MISSING_ID_TOKEN');
    const { accountId, sessionId } = await verifyIdToken(services, idToken);
    await end(services, { accountId, only: sessionId });
    return {};
  }
  const caller = await authenticate(services, idToken);
  if (otherId !== caller.session.id) requireRecentSignIn(services, caller);
  const ended = await end(services, { accountId: caller.account.id, only: otherId });
  if (ended.length === 0) throw identityError('SESSION_NOT_FOUND', 'This session no longer exists.');
  return {};
}

/** `accounts:endOtherSessions`: ends all of the caller's sessions except the current one. Needs a recent sign-in. */
export async function endOtherSessions(services: Services, { fields }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  requireRecentSignIn(services, caller);
  const ended = await end(services, { accountId: caller.account.id, except: caller.session.id });
  return { ended: ended.length };
}

function end(services: Services, filter: { accountId: string; only?: string; except?: string }) {
  const ending = { ...filter, now: services.clock() };
  return services.db.transaction().execute((trx) => endSessions(trx, services, ending));
}
