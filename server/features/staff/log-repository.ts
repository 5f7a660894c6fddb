import type { ExpressionBuilder } from 'kysely';
import { LOG_PAGE_SIZE, type LogCursor } from '#contract/staff.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { hasRow } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffLogRow } from '#server/db/staff-tables.ts';
import type { Db, Tables, Trx } from '#server/db/tables.ts';
import { type AddressDeps, listAddresses } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { type ChainHead, nextRow } from './log-chain.ts';
import { encryptId } from './log-people.ts';
import { addPeople, readPersonKeys } from './log-people-repository.ts';
import { chainIn, readSegment, siteChain } from './log-segments-repository.ts';

/** Who did what with whose data. `role` is `operator` for the command line, which has no account. */
export type LogEntry = {
  at: number;
  role: StaffRole | 'operator';
  /** The id of the account that did it, and its browser. */
  actor?: string;
  device?: string;
  /** The chain of a center is named after its id. */
  centerId?: string;
  /** For example `grant owner`. */
  action: string;
  /** Ids of the accounts whose data was viewed or changed. */
  people: readonly string[];
  /** Only in the first row of the site's chain after a restore (log-segments.ts). */
  restored?: Restored;
};

/** Why other chains began, the time of the backup if it is known, and the heads of all former chains. */
export type Restored = { reason: string; madeAt?: number | undefined; ends: readonly string[] };

/** The content of a row as stored. Accounts are encrypted under their own keys. */
type StoredEntry = Omit<LogEntry, 'people'> & { people: string[] };

/**
 * Adds a row in the transaction of the change that it describes. Rows of one chain wait for each other.
 * @returns the head of the chain, to be published outside the database once the transaction has committed
 * @throws AppError log-broken (409) if the stored head is missing or was set back
 */
export async function addLogEntry(trx: Trx, key: Uint8Array, entry: LogEntry): Promise<ChainHead> {
  const { actor, people, ...rest } = entry;
  const chain = chainIn(entry.centerId ?? siteChain, await readSegment(trx));
  const keys = await readPersonKeys(trx, [...people, ...(actor ? [actor] : [])]);
  const encrypt = (userId: string) => encryptId(keys.get(userId) ?? '', userId);
  const stored: StoredEntry = {
    ...rest,
    ...(actor && { actor: encrypt(actor) }),
    people: people.map(encrypt),
  };
  const row = nextRow(key, {
    chain,
    content: JSON.stringify(stored),
    last: await lockHead(trx, chain),
  });
  const { seq, mac } = row;
  const isAdded = await insertRow(trx, { ...row, at: entry.at });
  if (!isAdded) throw new AppError('log-broken');
  await moveHead(trx, { chain, seq, mac });
  await addPeople(trx, row, { actor, people });
  return { chain, seq, mac, at: entry.at };
}

const insertRow = (trx: Trx, row: StaffLogRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('staff_log')
      .values(row)
      .onConflict((c) => c.columns(['chain', 'seq']).doNothing())
      .returning('seq'),
  );

const moveHead = (trx: Trx, { chain, seq, mac }: ChainHead) =>
  trx.updateTable('staff_log_heads').set({ seq, mac }).where('chain', '=', chain).execute();

/** Locks the head of a chain, which is created if it is missing. */
const lockHead = (trx: Trx, chain: string) =>
  trx
    .insertInto('staff_log_heads')
    .values({ chain, seq: 0, mac: '' })
    .onConflict((c) => c.column('chain').doUpdateSet(({ ref }) => ({ seq: ref('staff_log_heads.seq') })))
    .returning(['seq', 'mac'])
    .executeTakeFirst();

const MAX_LISTED = 1000;

/** Returns the newest entries about a member's data, without the people in them. */
export async function listEntriesAbout(
  db: Db,
  { userId }: Owner,
): Promise<Omit<LogEntry, 'actor' | 'people' | 'restored'>[]> {
  const rows = await db
    .selectFrom('staff_log_people as about')
    .innerJoin('staff_log as log', (join) =>
      join.onRef('log.chain', '=', 'about.chain').onRef('log.seq', '=', 'about.seq'),
    )
    .select('log.content')
    .where('about.user_id', '=', userId)
    .execute();
  return rows
    .map(({ content }) => JSON.parse(content) as StoredEntry)
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LISTED)
    .map(({ actor: _, people: __, restored: ___, ...entry }) => entry);
}

/** Returns the newest entries of all chains, with the current address of the person who did it. */
export async function listEntries(deps: AddressDeps, { before }: { before: LogCursor | undefined }) {
  const { db } = deps;
  const rows = await db
    .selectFrom('staff_log as log')
    .leftJoin('staff_log_actors as actor', (join) =>
      join.onRef('actor.chain', '=', 'log.chain').onRef('actor.seq', '=', 'log.seq'),
    )
    .select(['log.chain', 'log.seq', 'log.content', 'actor.user_id'])
    .$if(before !== undefined, (q) => q.where(isListedAfter(before as LogCursor)))
    .orderBy('log.at', 'desc')
    .orderBy('log.chain')
    .orderBy('log.seq', 'desc')
    .limit(LOG_PAGE_SIZE)
    .execute();
  const people = await listPeople(db, rows);
  const actors = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
  const addresses = await listAddresses(deps, [...actors]);
  return rows.map(({ chain, seq, content, user_id }) => {
    const { actor: _, restored: __, ...entry } = JSON.parse(content) as StoredEntry;
    return {
      ...entry,
      id: `${chain}:${seq}`,
      actor: addresses.get(user_id ?? '')?.email ?? null,
      people: people.get(`${chain}:${seq}`) ?? [],
    };
  });
}

/** By time, chain and number, as the entries are listed. */
const isListedAfter =
  ({ at, chain, seq }: LogCursor) =>
  (eb: ExpressionBuilder<Tables & { log: StaffLogRow }, 'log'>) => {
    const isEarlier = eb('log.at', '<', at);
    if (chain === undefined || seq === undefined) return isEarlier;
    const isLater = eb.or([
      eb('log.chain', '>', chain),
      eb.and([eb('log.chain', '=', chain), eb('log.seq', '<', seq)]),
    ]);
    // The first condition repeats the others, so that the database reads the index by time from there on.
    return eb.and([eb('log.at', '<=', at), eb.or([isEarlier, eb.and([eb('log.at', '=', at), isLater])])]);
  };

/** Returns the ids of the accounts in these rows, by row. */
async function listPeople(db: Db, rows: readonly { chain: string; seq: number }[]) {
  const found = new Map<string, string[]>();
  for (const chain of new Set(rows.map((row) => row.chain))) {
    const numbers = rows.filter((row) => row.chain === chain).map(({ seq }) => seq);
    const people = await db
      .selectFrom('staff_log_people')
      .select(['seq', 'user_id'])
      .where('chain', '=', chain)
      .where('seq', 'in', numbers)
      .orderBy('user_id')
      .execute();
    for (const { seq, user_id } of people)
      found.set(`${chain}:${seq}`, [...(found.get(`${chain}:${seq}`) ?? []), user_id]);
  }
  return found;
}
