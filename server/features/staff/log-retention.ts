import { AppError } from '#platform/errors.ts';
import { type Clock, days } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import { type LogRow, signCheckpoint } from './log-chain.ts';
import {
  deleteRows,
  findCheckpoint,
  findFirstRow,
  listChains,
  readChain,
  storeCheckpoint,
} from './log-retention-repository.ts';
import { isRestoreRow, verifyLog } from './log-verification.ts';

/** How long the log is kept by default, in days. */
export const DEFAULT_LOG_DAYS = 3 * 365;

const INSUFFICIENT_PRIVILEGE = '42501';

export type RetentionDeps = { db: Db; change: RecordedChange; clock: Clock; logKey: Uint8Array };

/**
 * Deletes the rows of each chain that are older than this, up to the first one that is not. A signed checkpoint marks
 * where verification starts from then on. Returns the number of rows.
 * @throws BrokenLogError, AppError log-protected (409: the database role may not delete rows)
 */
export async function pruneLog(
  { db, change, clock, logKey }: RetentionDeps,
  daysKept: number = DEFAULT_LOG_DAYS,
): Promise<number> {
  // Deleting rows of a broken log would hide where it is broken.
  await verifyLog(db, { logKey, heads: [] });
  const before = clock() - days(daysKept);
  try {
    return await change(async (trx, record) => {
      let count = 0;
      for (const chain of await listChains(trx)) count += await pruneChain(trx, { chain, before, logKey });
      if (count > 0) await record({ action: 'prune log', people: [] });
      return count;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new AppError('log-protected', { cause: error });
  }
}

async function pruneChain(
  trx: Trx,
  { chain, before, logKey }: { chain: string; before: number; logKey: Uint8Array },
): Promise<number> {
  let last: LogRow | undefined;
  for await (const row of readChain(trx, chain, (await findCheckpoint(trx, chain))?.seq)) {
    if (row.at >= before) break;
    last = row;
  }
  if (!last) return 0;
  const { seq, mac } = last;
  await storeCheckpoint(trx, { chain, seq, mac, signature: signCheckpoint(logKey, last) });
  // Verification needs the rows that restores left. They contain no person.
  const first = await findFirstRow(trx, chain);
  return deleteRows(trx, { chain, from: first && isRestoreRow(first) ? 2 : 1, to: seq });
}
