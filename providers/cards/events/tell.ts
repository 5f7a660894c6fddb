import type { Transaction } from 'kysely';
import type { Outbox } from '#platform/outbox.ts';
import { newOrderedId } from '../ids.ts';
import type { CardTables } from '../schema/tables.ts';
import { addEvent } from './repository.ts';
import { type EventType, isSent } from './types.ts';

/** Writes down what has just happened to an object; `previous`: what changed of it, as it was before. */
export type Tell = (type: EventType, object: object, previous?: object) => Promise<void>;

/** The request that something happens by; nothing where time alone brings it about. */
export type Cause = { requestId: string; idempotencyKey: string | undefined };

/** The message of the outbox that sends an event to our own endpoint. */
export type CardEvent = { eventId: string };

export type Teller = (trx: Transaction<CardTables>, now: number, cause?: Cause) => Tell;

/** Events are written in the transaction of what they tell of, and sent after its commit. */
export function createTeller(outbox: Pick<Outbox, 'add'>): Teller {
  let told = 0;
  return (trx, now, cause) => async (type, object, previous) => {
    const id = newOrderedId('evt', now, told++);
    await addEvent(trx, {
      id,
      type,
      object: JSON.stringify(object),
      previous: previous ? JSON.stringify(previous) : null,
      request_id: cause?.requestId ?? null,
      idempotency_key: cause?.idempotencyKey ?? null,
      pending_webhooks: isSent(type) ? 1 : 0,
      created_at: now,
    });
    if (isSent(type)) await outbox.add(trx, 'card-event', { eventId: id } satisfies CardEvent);
  };
}
