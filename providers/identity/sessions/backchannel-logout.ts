import { SignJWT } from 'jose';
import { newId } from '#platform/ids.ts';
import { hours, seconds } from '#platform/time.ts';
import { algorithm } from '../keys/key-ring.ts';
import type { Services } from '../services.ts';
import type { EndedSessions } from './rules.ts';

/** Receives notifications of ended sessions. */
export type BackchannelLogoutEndpoint = { url: string; fetch: (request: Request) => Promise<Response> };

/** Like OpenID Connect Back-Channel Logout, but for several sessions (`sids`). */
const event = 'http://schemas.openid.net/event/backchannel-logout';
const NOTICE_TTL_SECONDS = 120;
const TIMEOUT_MS = seconds(3);
/** Older notifications are dropped: the tokens of the sessions have expired after an hour. */
const MAX_AGE_MS = hours(2);

/** Creates the outbox handler that sends the site a signed token with the ended sessions. @throws Error to be retried */
export function createBackchannelLogout({
  keys,
  clock,
  site,
  endpoint,
}: Pick<Services, 'keys' | 'clock' | 'site'> & { endpoint: BackchannelLogoutEndpoint }) {
  return async ({ accountId, sessionIds, at }: EndedSessions): Promise<void> => {
    if (at < clock() - MAX_AGE_MS) return;
    const { kid, privateKey } = await keys.current();
    const iat = Math.floor(clock() / 1000);
    const registered = { iss: site.issuer, aud: site.projectId, sub: accountId, jti: newId(), iat };
    const claims = {
      sids: sessionIds,
      events: { [event]: {} },
      ...registered,
      exp: iat + NOTICE_TTL_SECONDS,
    };
    const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, typ: 'logout+jwt' });
    const logoutToken = await token.sign(privateKey);
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
    if (!response.ok)
      throw new Error(`The site responded ${response.status} to the notification of ended sessions.`);
  };
}
