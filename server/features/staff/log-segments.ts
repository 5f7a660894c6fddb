import { inTransaction } from '#platform/database/transaction.ts';
import type { Db } from '#server/db/tables.ts';
import { formatHead } from './log-chain.ts';
import { addLogEntry } from './log-repository.ts';
import { listHeads, writeSegment } from './log-segments-repository.ts';
import { removeOwnerLink } from './owner-link-repository.ts';

/**
 * Begins other chains, because the data was restored or copied: rows that were added after the backup are lost, and their
 * numbers must not be used again. The first row of the site's new chain says so, and how each former chain ended.
 * @param options.madeAt time of the backup in ms, if it is known
 */
export async function startSegment(
  db: Db,
  options: { now: number; logKey: Uint8Array; reason: string; madeAt?: number | undefined },
): Promise<void> {
  const { now, logKey, reason, madeAt } = options;
  await inTransaction(db, async (trx) => {
    const ends = (await listHeads(trx)).map(formatHead);
    // A link that was used after the backup must not work again.
    await removeOwnerLink(trx);
    await writeSegment(trx, now.toString(36));
    const restored = { reason, ends, ...(madeAt !== undefined && { madeAt }) };
    await addLogEntry(trx, logKey, { at: now, role: 'operator', action: 'restore', people: [], restored });
  });
}
