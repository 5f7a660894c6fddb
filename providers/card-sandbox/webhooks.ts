import { createHmac } from 'node:crypto';
import { type Clock, days, seconds } from '#platform/time.ts';
import type { CardEvent } from './events.ts';
import { findRow, updateRow } from './repository.ts';
import type { Db } from './schema/tables.ts';
import { toEvent } from './serialize.ts';

/** The endpoint that receives events. */
export type Endpoint = { url: string; fetch: (request: Request) => Promise<Response> };

// The timeout is short, because other outbox messages wait in the meantime.
const TIMEOUT_MS = seconds(3);

/** Stripe's own limit for retries. */
const MAX_AGE_MS = days(3);

/**
 * Creates the outbox handler that sends an event to the endpoint, with a new signature for each attempt.
 * @throws Error when the endpoint does not respond with 2xx, so that it is retried
 */
export function createDelivery(deps: { db: Db; clock: Clock; secret: string; endpoint: Endpoint }) {
  return async ({ eventId }: CardEvent): Promise<void> => {
    const event = await findRow(deps.db, 'cards_events', eventId);
    const now = deps.clock();
    if (!event || event.created_at < now - MAX_AGE_MS) return;
    const payload = JSON.stringify(toEvent(event), undefined, 2);
    const request = new Request(deps.endpoint.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': sign(payload, deps.secret, now),
        'User-Agent': 'Stripe/1.0 (card sandbox)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const response = await deps.endpoint.fetch(request);
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The endpoint responded with ${response.status} to ${event.type}.`);
    await updateRow(deps.db, 'cards_events', eventId, { pending_webhooks: 0 });
  };
}

/** Returns a `Stripe-Signature` header (https://docs.stripe.com/webhooks/signature). */
function sign(payload: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
