import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Clock } from '#platform/time.ts';
import type { Tables, Trx } from '#server/db/tables.ts';
import { type ChainHead, formatHead } from './log-chain.ts';
import { addLogEntry, type LogEntry } from './log-repository.ts';

type RecordEntry = (entry: Pick<LogEntry, 'action' | 'people'>) => Promise<void>;

/**
 * Runs a change by the command line in a transaction, together with the log entries that it records. Passes the head of
 * the log to `onHead`, to be printed.
 */
export async function changeAsOperator<Result>(
  database: Database,
  { clock, logKey, onHead }: { clock: Clock; logKey: Uint8Array; onHead: (head: string) => void },
  change: (trx: Trx, record: RecordEntry) => Promise<Result>,
): Promise<Result> {
  const { result, head } = await inTransaction(database.withTables<Tables>(), async (trx) => {
    let head: ChainHead | undefined;
    const result = await change(trx, async (entry) => {
      head = await addLogEntry(trx, logKey, { at: clock(), role: 'operator', ...entry });
    });
    return { result, head };
  });
  if (head) onHead(formatHead(head));
  return result;
}
