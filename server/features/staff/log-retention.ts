import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { SetupError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { Tables, Trx } from '#server/db/tables.ts';
import { formatHead, type LogRow, signCheckpoint } from './log-chain.ts';
import { addLogEntry } from './log-repository.ts';
import {
  deleteRows,
  findCheckpoint,
  findFirstRow,
  listChains,
  readChain,
  storeCheckpoint,
} from './log-retention-repository.ts';
import { isRestoreRow, verifyLog } from './log-verification.ts';

/** How long the log is kept by default, and at least, in days. */
const DEFAULT_DAYS = 3 * 365;
const MIN_DAYS = 30;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Deletes the rows of each chain that are older than this, up to the first one that is not. A signed checkpoint marks
 * where verification starts from then on.
 * @throws SetupError if the log is broken, for an invalid number, or if the database role may not delete rows
 */
export async function pruneLog(
  database: Database,
  options: { daysKept: string | undefined; now: number; logKey: Uint8Array },
): Promise<string> {
  const { now, logKey } = options;
  const daysKept = Number(options.daysKept ?? DEFAULT_DAYS);
  if (!Number.isInteger(daysKept) || daysKept < MIN_DAYS)
    throw new SetupError(`Use a whole number of days, at least ${MIN_DAYS}.`);
  // Deleting rows of a broken log would hide where it is broken.
  await verifyLog(database, { logKey, heads: [] });
  try {
    return await inTransaction(database.withTables<Tables>(), async (trx) => {
      let count = 0;
      for (const chain of await listChains(trx))
        count += await pruneChain(trx, { chain, before: now - days(daysKept), logKey });
      if (count === 0) return `No row is older than ${daysKept} days.`;
      const entry = { at: now, role: 'operator', action: 'prune log', people: [] } as const;
      const head = await addLogEntry(trx, logKey, entry);
      return `${count} rows deleted.\nHead of the log, for log verify: ${formatHead(head)}`;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new SetupError(
      'The role in DATABASE_URL may not delete rows of the log. Use the DATABASE_URL of the role that owns the tables.',
      { cause: error },
    );
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
