import { SignJWT } from 'jose';
import { newId } from '#platform/ids.ts';
import { hours, seconds } from '#platform/time.ts';
import { algorithm } from '../keys/key-ring.ts';
import type { Services } from '../services.ts';
import type { SessionsEnded } from './rules.ts';

/** Where the site is notified of ended sessions. */
export type NoticeEndpoint = { url: string; fetch: (request: Request) => Promise<Response> };

/** As OpenID's back-channel logout has it, but of several sessions at once (`sids`). */
const event = 'http://schemas.openid.net/event/backchannel-logout';
const NOTICE_TTL_SECONDS = 120;
const TIMEOUT_MS = seconds(3);
/** By then every token of theirs has expired: it lives for an hour. */
const MAX_AGE_MS = hours(2);

/** The outbox handler that sends the site a signed token with the ended sessions. @throws Error when it is to be retried */
export function createNotices({
  keys,
  clock,
  site,
  endpoint,
}: Pick<Services, 'keys' | 'clock' | 'site'> & { endpoint: NoticeEndpoint }) {
  return async ({ accountId, sessionIds, at }: SessionsEnded): Promise<void> => {
    if (at < clock() - MAX_AGE_MS) return;
    const { kid, privateKey } = await keys.current();
    const now = Math.floor(clock() / 1000);
    const logoutToken = await new SignJWT({ sids: sessionIds, events: { [event]: {} } })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'logout+jwt' })
      .setIssuer(site.issuer)
      .setAudience(site.projectId)
      .setSubject(accountId)
      .setJti(newId())
      .setIssuedAt(now)
      .setExpirationTime(now + NOTICE_TTL_SECONDS)
      .sign(privateKey);
    const response = await endpoint.fetch(
      new Request(endpoint.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ logoutToken }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The site answered ${response.status} to the end of sessions.`);
  };
}
