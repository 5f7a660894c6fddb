import type { Kysely } from 'kysely';
import { type Clock, days, seconds } from '#platform/time.ts';
import { toEvent } from '../events/present.ts';
import { findEvent, markDelivered } from '../events/repository.ts';
import type { CardEvent } from '../events/tell.ts';
import type { CardTables, EventTable } from '../schema/tables.ts';
import { sign } from './sign.ts';

/** Where events are sent to. */
export type Endpoint = { url: string; fetch: (request: Request) => Promise<Response> };

// Whoever waits for the endpoint keeps the other messages of the outbox waiting.
const PATIENCE = seconds(3);

/** As long as Stripe tries. */
const GIVEN_UP = days(3);

/**
 * The outbox's hand: sends an event to the endpoint, signed afresh.
 * @throws Error when the endpoint does not answer with 2xx; it is to be tried again
 */
export function createDelivery(room: {
  db: Kysely<CardTables>;
  clock: Clock;
  secret: string;
  endpoint: Endpoint;
}) {
  return async ({ eventId }: CardEvent): Promise<void> => {
    const event = await findEvent(room.db, eventId);
    const now = room.clock();
    if (!event || event.created_at < now - GIVEN_UP) return;
    await send(event, room, now);
    await markDelivered(room.db, eventId);
  };
}

async function send(
  event: EventTable,
  { endpoint, secret }: { endpoint: Endpoint; secret: string },
  now: number,
): Promise<void> {
  const payload = JSON.stringify(toEvent(event), undefined, 2);
  const request = new Request(endpoint.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': sign(payload, secret, now),
      'User-Agent': 'Stripe/1.0 (card sandbox)',
    },
    body: payload,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = await endpoint.fetch(request);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The endpoint answered ${answer.status} to ${event.type}.`);
}
