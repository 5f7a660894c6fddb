import { newId } from '#platform/ids.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { insertRow } from './repository.ts';
import type { EventType, Trx } from './schema/tables.ts';

/** Records an event with the object as it is now, in Stripe's shape. */
export type Emit = (type: EventType, object: object) => Promise<void>;
export type Emitter = (trx: Trx, now: number) => Emit;

/** Outbox message that sends an event to our own endpoint. */
export type CardEvent = { eventId: string };

/** Writes events in the transaction of the change, to be sent after its commit. */
export const createEmitter =
  (outbox: Pick<Outbox, 'add'>): Emitter =>
  (trx, now) =>
  async (type, object) => {
    // Ids are ordered by time, because events of one instant are listed by id.
    const id = `evt_${newId().replaceAll('-', '')}`;
    const row = { id, type, object: JSON.stringify(object), pending_webhooks: 1, created_at: now };
    await insertRow(trx, 'cards_events', row);
    await outbox.add(trx, 'card-event', { eventId: id } satisfies CardEvent);
  };
