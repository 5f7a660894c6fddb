import type { Kysely } from 'kysely';
import type { DatabaseClock } from './database/database-clock.ts';
import { hashOf } from './limits.ts';
import type { OutboxTable, PlatformTables } from './schema/tables.ts';
import { currentWork } from './work.ts';

/**
 * Queues a message behind the waiting messages of the same requester, which is the network address of the current
 * request; messages that no request asks for share one requester for each kind.
 */
export async function enqueue(
  db: Kysely<PlatformTables>,
  now: DatabaseClock,
  message: Pick<OutboxTable, 'id' | 'kind' | 'payload' | 'request_id'>,
): Promise<void> {
  const address = currentWork()?.sender?.();
  const requester = address === undefined ? message.kind : hashOf(address);
  await db
    .insertInto('platform_outbox')
    .values((e) => ({
      ...message,
      due_at: now(),
      attempts: 0,
      last_error: null,
      claim: null,
      requester,
      turn: e.fn.coalesce(
        e
          .selectFrom('platform_outbox as waiting')
          .select(({ fn, eb }) => eb(fn.max('waiting.turn'), '+', 1).as('turn'))
          .where('waiting.requester', '=', requester),
        e.lit(0),
      ),
    }))
    .execute();
}
