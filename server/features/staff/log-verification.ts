import { minutes } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import {
  type BrokenRow,
  type ChainHead,
  findHeads,
  hasIntactTables,
  isChainName,
  isEqual,
  type LogRow,
  nextRow,
  type StoredRow,
  signCheckpoint,
  verifyChain,
} from './log-chain.ts';
import { hasExactly } from './log-people.ts';
import { readPeople } from './log-people-repository.ts';
import type { LogEntry, Restored } from './log-repository.ts';
import {
  findCheckpoint,
  findFirstRow,
  findHead,
  findUnreadable,
  listChains,
  readPages,
} from './log-retention-repository.ts';
import { beginningOf, chainIn, listHeads, siteChain } from './log-segments-repository.ts';

/** A restore, as the first row of the site's chain after it describes it. */
type Restore = Omit<Restored, 'ends'> & { at: number; ends: Map<string, ChainHead> };

/** A row may commit this long after the time in it. */
const TOLERANCE_MS = minutes(1);

/** Whether the row is the first one of the site after a restore. Its HMAC is verified elsewhere. */
export const isRestoreRow = (row: LogRow): boolean => readRestored(row) !== undefined;

function readRestored({ chain, seq, content }: LogRow): (Restored & { at: number }) | undefined {
  if (seq !== 1 || !chain.startsWith('site~')) return undefined;
  try {
    const { at, restored } = JSON.parse(content) as LogEntry;
    return restored && { at, ...restored };
  } catch {
    // The content has been changed, which its HMAC shows.
    return undefined;
  }
}

export type Verification = {
  /** Number of rows. */
  count: number;
  /** When other chains began after a restore, in ms, and why. */
  restores: { at: number; reason: string }[];
  /** Number of published heads whose rows a restore lost. */
  lost: number;
};

/** The first broken row of the log. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
  readonly row: BrokenRow;

  constructor(row: BrokenRow) {
    const { chain, seq, reason } = row;
    super(
      reason === 'head'
        ? `The log is broken: the stored head of the chain ${chain} is not its last row, row ${seq}.`
        : `The log is broken: row ${seq} of the chain ${chain} is ${reason}.`,
    );
    this.row = row;
  }
}

/**
 * Verifies every chain of the log, also against heads that were published outside the database.
 * @throws BrokenLogError that names the first broken row
 */
export async function verifyLog(
  db: Db,
  { logKey, heads: published }: { logKey: Uint8Array; heads: readonly ChainHead[] },
): Promise<Verification> {
  const unreadable = await findUnreadable(db);
  if (unreadable) fail({ ...unreadable, reason: 'changed' });
  const stored = await listChains(db);
  for (const chain of stored)
    if (!isChainName(chain)) fail({ chain: String(chain), seq: 1, reason: 'changed' });
  const heads = [...published, ...(await listHeads(db))];
  const chains = new Set([...stored, ...heads.map(({ chain }) => chain)]);
  const restores = await readRestores(db, logKey, chains);
  for (const chain of stored) requireRestore(chain, restores);
  for (const restore of restores) for (const chain of restore.ends.keys()) chains.add(chain);
  let [count, lost] = [0, 0];
  for (const chain of chains) {
    const expected = expectHeads(chain, heads, restores);
    lost += expected.lost;
    count += await verifyStoredChain(db, logKey, { chain, ...expected });
  }
  return { count, restores: restores.map(({ at, reason }) => ({ at, reason })), lost };
}

function fail(row: BrokenRow): never {
  throw new BrokenLogError(row);
}

/** Returns the restores in order, each verified by its HMAC. */
async function readRestores(db: Db, key: Uint8Array, chains: ReadonlySet<string>): Promise<Restore[]> {
  const restores: Restore[] = [];
  for (const chain of chains) {
    if (!chain.startsWith('site~')) continue;
    const row = await findFirstRow(db, chain);
    if (!row && (await findCheckpoint(db, chain))) fail({ chain, seq: 1, reason: 'missing' });
    if (!row) continue;
    if (!isEqual(row.mac, nextRow(key, { chain, content: row.content }).mac))
      fail({ chain, seq: 1, reason: 'changed' });
    const restored = readRestored(row);
    if (!restored) continue;
    const { at, reason, madeAt } = restored;
    const ends = new Map(findHeads(restored.ends.join(' ')).map((head) => [head.chain, head]));
    restores.push({ at, reason, madeAt, ends });
  }
  return restores.sort((one, other) => one.at - other.at);
}

/** Requires the restore that began a chain. */
function requireRestore(chain: string, restores: readonly Restore[]): void {
  const [, segment] = chain.split('~');
  if (segment !== undefined && !restores.some(({ at }) => at.toString(36) === segment))
    fail({ chain: chainIn(siteChain, segment), seq: 1, reason: 'missing' });
}

/**
 * Returns the heads that a chain must contain. The next restore ended it at the row that it names; only rows that were
 * added between the backup and the restore are lost.
 */
function expectHeads(chain: string, heads: readonly ChainHead[], restores: readonly Restore[]) {
  const own = heads.filter((head) => head.chain === chain);
  const next = restores.find(({ at }) => at > beginningOf(chain));
  if (!next) return { heads: own, end: undefined, lost: 0 };
  const last = next.ends.get(chain);
  const end = last?.seq ?? 0;
  const later = own.filter(({ seq }) => seq > end);
  const { madeAt } = next;
  const isLost = ({ at = next.at }: ChainHead) =>
    at >= (madeAt ?? 0) - TOLERANCE_MS && at <= next.at + TOLERANCE_MS;
  if (!later.every(isLost)) fail({ chain, seq: end + 1, reason: 'missing' });
  const kept = own.filter(({ seq }) => seq <= end);
  return { heads: last ? [...kept, last] : kept, end, lost: later.length };
}

async function verifyStoredChain(
  db: Db,
  key: Uint8Array,
  { chain, heads, end }: { chain: string; heads: readonly ChainHead[]; end: number | undefined },
): Promise<number> {
  const checkpoint = await findCheckpoint(db, chain);
  if (checkpoint && !isEqual(checkpoint.signature, signCheckpoint(key, checkpoint)))
    fail({ chain, seq: checkpoint.seq, reason: 'changed' });
  const result = await verifyChain(key, {
    chain,
    rows: rowsToVerify(db, key, { chain, checkpoint }),
    heads,
    checkpoint,
    end,
  });
  if ('broken' in result) fail(result.broken);
  const { seq, mac } = result.last;
  // Read last, because rows may be added meanwhile. No row is added to a chain that a restore ended.
  const head = await findHead(db, chain);
  const isHead = head && (head.seq === seq ? isEqual(head.mac, mac) : head.seq > seq && end === undefined);
  if (seq > 0 && !isHead) fail({ chain, seq, reason: 'head' });
  return result.count;
}

/** Reads a chain without the row of a restore before the checkpoint, whose HMAC `readRestores` has verified. */
async function* rowsToVerify(
  db: Db,
  key: Uint8Array,
  { chain, checkpoint }: { chain: string; checkpoint: ChainHead | undefined },
): AsyncGenerator<StoredRow> {
  for await (const rows of readPages(db, chain)) {
    const people = await readPeople(
      db,
      chain,
      rows.map(({ seq }) => seq),
    );
    for (const row of rows) {
      const stored = { ...row, hasItsPeople: () => hasExactly(key, row, people.get(row.seq) ?? noPeople) };
      if (!checkpoint || !isRestoreRow(row)) yield stored;
      else if (!hasIntactTables(stored)) fail({ chain, seq: row.seq, reason: 'changed' });
    }
  }
}

const noPeople = { people: [], erasures: [] };
