import type { Database } from './database/open.ts';
import { newId } from './ids.ts';
import type { Job } from './jobs.ts';
import type { PlatformTables } from './schema/tables.ts';
import { type Clock, minutes } from './time.ts';

/** Who began a round and did not end it is gone: others go on after this time, or two rounds. */
const SHORTEST_LEASE = minutes(1);

/**
 * The same job for servers that share a database: one of them runs each round, the others let it pass. The server that
 * runs it holds a row meanwhile; when it falls, another one takes over within a minute or two rounds. A round that
 * failed is followed by the next as any other.
 */
export function alone(database: Database, clock: Clock, job: Job): Job {
  const db = database.withTables<PlatformTables>();
  const { name, everyMs, run } = job;
  const lease = Math.max(SHORTEST_LEASE, 2 * everyMs);

  /** Takes the row, unless somebody has it or has just ended a round. No right clock puts the next one further off. */
  async function take(holder: string): Promise<boolean> {
    const now = clock();
    const row = { name, holder, due_at: now + lease };
    const taken = await db
      .insertInto('platform_job')
      .values(row)
      .onConflict((c) =>
        c
          .column('name')
          .doUpdateSet({ holder, due_at: row.due_at })
          .where((e) =>
            e.or([e('platform_job.due_at', '<=', now), e('platform_job.due_at', '>', now + 2 * lease)]),
          ),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  }

  return {
    ...job,
    async run() {
      const holder = newId();
      if (!(await take(holder))) return;
      try {
        await run();
      } finally {
        // A little early: else this server, which comes again in just this time, would now and then miss its own round.
        await db
          .updateTable('platform_job')
          .set({ due_at: clock() + Math.floor(everyMs * 0.9) })
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute();
      }
    },
  };
}
