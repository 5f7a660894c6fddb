import { takeLooks } from './look-repository.ts';
import { pauseUntilLook } from './read-schedule.ts';
import { type PaymentRoom, settle } from './settle.ts';

/**
 * Queries the provider about each open charge whose look is due: money that neither the browser nor a webhook reported is
 * found here. @throws AggregateError when some could not be queried; they are looked at again like all others
 */
export async function lookAtOpen(room: PaymentRoom): Promise<void> {
  const now = room.clock();
  const failures: unknown[] = [];
  const due = await takeLooks(room.db, now, ({ created_at, seen_at }) => {
    const age = Math.max(0, now - Math.max(created_at, seen_at ?? 0));
    return now + pauseUntilLook(age);
  });
  for (const { intent_id } of due) {
    if (intent_id) await look(room, intent_id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Open charges could not be queried.');
}

async function look(room: PaymentRoom, intentId: string): Promise<void> {
  const intent = await room.cards.findIntent(intentId);
  if (intent && intent.status !== 'open') await settle(room, intent, 'reconciler');
}
