import type { Job } from '../job.ts';
import { seconds } from '../time.ts';
import type { Outbox } from './outbox.ts';

/**
 * Delivers messages of one kind, or those without a job of their own. Starts the next round immediately while
 * there are messages: with a pause, 20 messages per round would mean 40 a second at most.
 */
export const deliveryJob = (name: string, outbox: Outbox, kind?: string): Job => ({
  name,
  everyMs: seconds(0.5),
  run: () => outbox.deliver(kind),
  again: (delivered) => Number(delivered) > 0,
});
