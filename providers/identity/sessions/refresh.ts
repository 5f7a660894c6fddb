import { seconds } from '#platform/time.ts';
import { identityError } from '../http/errors.ts';
import { findRow, hashSecret } from '../schema/repository.ts';
import type { Call, Services } from '../services.ts';
import { signIdToken, TTL_SECONDS } from './id-tokens.ts';
import { createTokenRow, isRefreshToken, nextRefreshToken } from './refresh-tokens.ts';
import { addRefreshToken, markSuperseded } from './repository.ts';
import { endSessions, openSession, touchSession } from './rules.ts';

const GRACE_PERIOD_MS = seconds(60);

/**
 * `POST /v1/token`. Derives the successor from the token, so that two tabs or a retry get the same one. Ends
 * the session if the token is used over a minute after its successor's first use, because the token was then
 * stolen.
 */
export async function refreshSession(services: Services, { fields }: Call) {
  const { db, clock, site } = services;
  // The iOS and Android SDKs use camel case.
  const grant = fields.text('grantType') ?? fields.required('grant_type', 'MISSING_GRANT_TYPE');
  if (grant !== 'refresh_token') throw identityError('INVALID_GRANT_TYPE');
  const token = fields.text('refreshToken') ?? fields.required('refresh_token', 'MISSING_REFRESH_TOKEN');

  const row = await findRow(db, 'identity_refresh_token', { hash: hashSecret(token) });
  // Only USER_NOT_FOUND makes the SDK sign out.
  if (!row) throw identityError(isRefreshToken(token) ? 'USER_NOT_FOUND' : 'INVALID_REFRESH_TOKEN');
  const { account, session } = await openSession(services, undefined, row.session_id);
  const now = clock();
  if (row.superseded_at !== null && row.superseded_at < now - GRACE_PERIOD_MS) {
    const ending = { accountId: account.id, where: { id: session.id }, now };
    await db.transaction().execute((trx) => endSessions(trx, services, ending));
    throw identityError('TOKEN_EXPIRED');
  }

  await services.limits.refresh(session.id);
  const successor = nextRefreshToken(token, services.refreshKey);
  await db.transaction().execute(async (trx) => {
    await touchSession(trx, session, now);
    if (row.predecessor) await markSuperseded(trx, row.predecessor, now);
    await addRefreshToken(trx, createTokenRow(successor, session.id, row.hash, now));
  });
  const idToken = await signIdToken(services, account, session);
  return {
    access_token: idToken,
    expires_in: String(TTL_SECONDS),
    token_type: 'Bearer',
    refresh_token: successor,
    id_token: idToken,
    user_id: account.id,
    project_id: site.projectId,
  };
}
