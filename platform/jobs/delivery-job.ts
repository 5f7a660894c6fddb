import type { Job } from '../job.ts';
import { seconds } from '../time.ts';
import type { Outbox } from './outbox.ts';

/**
 * Delivers messages of one kind or, without `kind`, of all kinds. Starts the next round immediately after one
 * that delivered a message, because pauses would limit delivery to 40 messages per second, at 20 per round.
 */
export const createDeliveryJob = (name: string, outbox: Outbox, kind?: string): Job => ({
  name,
  everyMs: seconds(0.5),
  run: () => outbox.deliver(kind),
  again: (delivered) => Number(delivered) > 0,
});
