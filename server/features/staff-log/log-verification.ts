import { minutes } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import type { PrunedRows } from '#server/http/with-staff-log.ts';
import { isEqual, type LogEnd, type LogHead, macOfPerson, macOfRow } from './log-chain.ts';
import {
  countRowsUpTo,
  findHead,
  findPruning,
  findUnreadableRow,
  listPeople,
  type Restored,
  readPages,
  type StoredEntry,
} from './log-repository.ts';

/** How long after its time (`at`) a row may be committed. */
const TOLERANCE_MS = minutes(1);

/**
 * `head`: the database no longer records that the log ends with this row. `seq` may be text, because SQLite
 * can store any type.
 */
export type BrokenRow = { seq: number | string; reason: 'changed' | 'missing' | 'head' };

/** Thrown by `verifyLog`. `row` is the first broken row of the log. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
  readonly row: BrokenRow;

  constructor(row: BrokenRow) {
    super(
      row.reason === 'head'
        ? `The log is broken: its stored head is not its last row, row ${row.seq}.`
        : `The log is broken: row ${row.seq} is ${row.reason}.`,
    );
    this.row = row;
  }
}

function fail(seq: BrokenRow['seq'], reason: BrokenRow['reason']): never {
  throw new BrokenLogError({ seq, reason });
}

type Restore = Restored & { seq: number; at: number };

export type Verification = {
  /** Number of rows. */
  count: number;
  restores: Restore[];
  /** Number of published heads whose rows a restore lost. */
  lost: number;
};

/**
 * Verifies the log, including heads that were published outside the database.
 * @throws BrokenLogError that names the first broken row
 */
export async function verifyLog(
  db: Db,
  { logKey, heads }: { logKey: Uint8Array; heads: readonly LogHead[] },
): Promise<Verification> {
  const unreadable = await findUnreadableRow(db);
  if (unreadable !== undefined) fail(unreadable, 'changed');
  const known = await findHead(db);
  const pruned = await readPruned(db);
  const published = Map.groupBy(heads, ({ seq }) => seq);
  const restores: Restore[] = [];
  const different: LogHead[] = [];
  let last: LogEnd = pruned ?? { seq: 0, mac: '' };
  let count = 0;
  for await (const rows of readPages(db)) {
    const people = await listPeople(
      db,
      rows.map(({ seq }) => seq),
    );
    const bySeq = Map.groupBy(people, ({ seq }) => seq);
    for (const row of rows) {
      if (row.seq > last.seq + 1) fail(last.seq + 1, 'missing');
      const persons = bySeq.get(row.seq) ?? [];
      const isIntact =
        row.seq === last.seq + 1 &&
        isEqual(row.mac, macOfRow(logKey, last, { ...row, people: persons })) &&
        persons.every((person) =>
          isEqual(`${person.mac}`, macOfPerson(logKey, person.pseudonym, person.user_id)),
        );
      if (!isIntact) fail(row.seq, 'changed');
      different.push(...(published.get(row.seq)?.filter(({ mac }) => mac !== row.mac) ?? []));
      const { restored } = JSON.parse(row.content) as StoredEntry;
      if (restored) restores.push({ ...restored, seq: row.seq, at: row.at });
      last = row;
      count += 1;
    }
  }
  if ((await countRowsUpTo(db, last.seq)) !== count) fail(last.seq, 'changed');
  await requireHead(db, { last, known });
  const missing = heads.filter(({ seq }) => seq > last.seq);
  const unknown = [...different, ...missing].filter(({ at }) => !pruned || at >= pruned.before);
  const [found] = unknown.filter((head) => !restores.some((restore) => hasLost(restore, head)));
  if (found) fail(Math.min(found.seq, last.seq + 1), found.seq > last.seq ? 'missing' : 'changed');
  return { count, restores, lost: unknown.length };
}

/** Returns where the log begins if it was pruned. The row that records it is verified with all others. */
async function readPruned(db: Db): Promise<PrunedRows | undefined> {
  const row = await findPruning(db);
  try {
    return row && (JSON.parse(row.content) as StoredEntry).pruned;
  } catch {
    return fail(row?.seq ?? 1, 'changed');
  }
}

/** @param known the stored head before the rows were read. Rows may have been added since then */
async function requireHead(db: Db, { last, known }: { last: LogEnd; known: LogEnd | undefined }) {
  if (known && known.seq > last.seq) fail(last.seq + 1, 'missing');
  const head = await findHead(db);
  const { seq = 0, mac = '' } = head ?? {};
  if (seq < last.seq || (seq === last.seq && !isEqual(mac, last.mac))) fail(last.seq, 'head');
}

/**
 * Returns whether a restore lost the row of this head, which was then added after the backup and before the
 * restore.
 */
const hasLost = ({ seq, at, madeAt = 0 }: Restore, head: LogHead) =>
  head.seq >= seq && head.at >= madeAt - TOLERANCE_MS && head.at <= at + TOLERANCE_MS;
