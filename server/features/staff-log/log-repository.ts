import { sql } from 'kysely';
import { LOG_PAGE_SIZE, type LogCursor } from '#contract/staff.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { StaffAction } from '#contract/staff-actions.ts';
import { forEachBatch } from '#platform/database/in-batches.ts';
import { AppError } from '#platform/errors.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { type AddressDeps, listAddresses } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { PrunedRows } from '#server/http/with-staff-log.ts';
import { type LogEnd, type LogHead, macOfRow } from './log-chain.ts';
import { findPseudonyms } from './person-keys-repository.ts';

/**
 * An entry with the account that acted and those whose data it concerns. On the command line, no account
 * acts, and `role` is `operator`.
 */
export type LogEntry = StoredEntry & {
  at: number;
  /** The id of the account that acted. */
  actor?: string;
  /** Ids of the accounts whose data was viewed or changed. */
  people: readonly string[];
};

/** The content of a row. */
export type StoredEntry = {
  role: StaffRole | 'operator';
  /** The browser of the person who acted. */
  device?: string;
  centerId?: string;
  /** For example `grant owner`. */
  action: StaffAction;
  /** Present only after a restore. Rows that were added between the backup and this row are lost. */
  restored?: Restored;
  /** Present only if old rows were deleted. */
  pruned?: PrunedRows;
};

/** Why the data is from another time or place, and the time of the backup in ms, if known. */
export type Restored = { reason: string; madeAt?: number | undefined };

/**
 * Adds rows at the end of the transaction that makes the described change. Locks the head last, so that
 * writers wait for each other only from here until the commit, and cannot deadlock.
 * @throws AppError log-broken (409) if the stored head is missing or was set back
 */
export async function appendEntries(trx: Trx, key: Uint8Array, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const userIds = entries.flatMap(({ actor, people }) => (actor ? [actor, ...people] : people));
  const pseudonyms = await findPseudonyms(trx, key, userIds);
  const personOf = (id: string, is_actor: number) => ({ pseudonym: pseudonyms.get(id) ?? '', is_actor });
  let last = await lockHead(trx);
  const rows = entries.map(({ at, actor, people, ...content }) => {
    const persons = [...new Set(people)].map((id) => personOf(id, 0));
    if (actor) persons.push(personOf(actor, 1));
    const row = { seq: last.seq + 1, at, content: JSON.stringify(content satisfies StoredEntry) };
    last = { seq: row.seq, mac: macOfRow(key, last, { ...row, people: persons }) };
    return { row: { ...row, mac: last.mac }, people: persons.map((person) => ({ ...person, seq: row.seq })) };
  });
  await forEachBatch(
    rows.map(({ row }) => row),
    (batch) => insertRows(trx, batch),
  );
  await forEachBatch(
    rows.flatMap(({ people }) => people),
    (batch) => trx.insertInto('staff_log_people').values(batch).execute(),
  );
  await trx.updateTable('staff_log_head').set(last).execute();
}

/** Locks the head, and creates it for a log without rows. */
async function lockHead(trx: Trx): Promise<LogEnd> {
  const query = trx.selectFrom('staff_log_head').select(['seq', 'mac']).forUpdate();
  const head = await query.executeTakeFirst();
  if (head) return head;
  const first = trx.insertInto('staff_log_head').values({ id: 1, seq: 0, mac: '' });
  if (!(await findNewestRow(trx))) await first.onConflict((c) => c.doNothing()).execute();
  // Another transaction may have added the first row in the meantime.
  const created = await query.executeTakeFirst();
  if (!created) throw new AppError('log-broken');
  return created;
}

async function insertRows(trx: Trx, rows: readonly (LogHead & { content: string })[]): Promise<void> {
  const query = trx
    .insertInto('staff_log')
    .values(rows)
    .onConflict((c) => c.column('seq').doNothing());
  const { numInsertedOrUpdatedRows } = await query.executeTakeFirst();
  if (Number(numInsertedOrUpdatedRows) < rows.length) throw new AppError('log-broken');
}

type OwnEntry = Pick<LogEntry, 'at' | 'role' | 'action' | 'centerId'>;

/** Returns the entries about a member's data, newest first. */
export const listEntriesAbout = (db: Db, member: Owner, limit?: number): Promise<OwnEntry[]> =>
  listEntriesOf(db, member, { isActor: 0, limit });

/** Returns the entries of what a member did as staff, newest first. */
export const listEntriesBy = (db: Db, member: Owner): Promise<OwnEntry[]> =>
  listEntriesOf(db, member, { isActor: 1 });

async function listEntriesOf(
  db: Db,
  { userId }: Owner,
  { isActor, limit }: { isActor: 0 | 1; limit?: number | undefined },
): Promise<OwnEntry[]> {
  const rows = await db
    .selectFrom('person_keys as person')
    .innerJoin('staff_log_people as about', 'about.pseudonym', 'person.pseudonym')
    .innerJoin('staff_log as log', 'log.seq', 'about.seq')
    .select(['log.at', 'log.content'])
    .where('person.user_id', '=', userId)
    .where('about.is_actor', '=', isActor)
    .orderBy('log.seq', 'desc')
    .$if(limit !== undefined, (q) => q.limit(limit ?? 0))
    .execute();
  return rows.map(({ at, content }) => ({ ...(JSON.parse(content) as StoredEntry), at }));
}

/** Returns the newest entries, with the current address of the person who acted. */
export async function listEntries(deps: AddressDeps, { before }: { before: LogCursor | undefined }) {
  const rows = await deps.db
    .selectFrom('staff_log')
    .select(['seq', 'at', 'content'])
    .$if(before !== undefined, (q) =>
      before && 'seq' in before ? q.where('seq', '<', before.seq) : q.where('at', '<', before?.at ?? 0),
    )
    .orderBy('seq', 'desc')
    .limit(LOG_PAGE_SIZE)
    .execute();
  const people = await listPeople(
    deps.db,
    rows.map(({ seq }) => seq),
  );
  const actors = people.flatMap(({ is_actor, user_id }) => (is_actor && user_id ? [user_id] : []));
  const addresses = await listAddresses(deps, actors);
  const bySeq = Map.groupBy(people, ({ seq }) => seq);
  return rows.map(({ seq, at, content }) => {
    const { restored: _, pruned: __, ...entry } = JSON.parse(content) as StoredEntry;
    const persons = bySeq.get(seq) ?? [];
    const actor = persons.find(({ is_actor }) => is_actor)?.user_id;
    return {
      ...entry,
      at,
      id: String(seq),
      actor: addresses.get(actor ?? '')?.email ?? null,
      people: persons.flatMap(({ is_actor, user_id }) => (!is_actor && user_id ? [user_id] : [])),
    };
  });
}

/** Returns the people in these rows, with the accounts that their pseudonyms belong to. */
export async function listPeople(db: Db, numbers: readonly number[]) {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('staff_log_people as about')
    .leftJoin('person_keys as person', 'person.pseudonym', 'about.pseudonym')
    .select(['about.seq', 'about.pseudonym', 'about.is_actor', 'person.user_id', 'person.mac'])
    .where('about.seq', 'in', numbers)
    .orderBy('person.user_id')
    .execute();
}

/** Returns the last row, to be published outside the database. */
export const findNewestRow = (db: Db): Promise<LogHead | undefined> =>
  db.selectFrom('staff_log').select(['seq', 'mac', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Name of the site setting with the time when the log head was last emailed, in ms. */
const emailedAt = 'log-head-emailed';

export async function readHeadEmailedAt(db: Db): Promise<number> {
  const query = db.selectFrom('site_settings').select('value').where('name', '=', emailedAt);
  return Number((await query.executeTakeFirst())?.value ?? 0);
}

export const writeHeadEmailedAt = (trx: Trx, at: number) =>
  trx
    .insertInto('site_settings')
    .values({ name: emailedAt, value: String(at) })
    .onConflict((c) => c.column('name').doUpdateSet({ value: String(at) }))
    .execute();

export const findHead = (db: Db): Promise<LogEnd | undefined> =>
  db.selectFrom('staff_log_head').select(['seq', 'mac']).executeTakeFirst();

/** Number of rows in a page. It is small, because a row may have many people. */
const PAGE_SIZE = 100;

/** Reads the log in order, in pages. */
export async function* readPages(db: Db) {
  for (let last: number | undefined; ; ) {
    const query = db.selectFrom('staff_log').select(['seq', 'at', 'content', 'mac']);
    const newer = last === undefined ? query : query.where('seq', '>', last);
    const rows = await newer.orderBy('seq').limit(PAGE_SIZE).execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.seq;
  }
}

/**
 * Returns the number of rows up to `seq`. This is greater than the number of rows read if a number occurs
 * twice.
 */
export const countRowsUpTo = async (db: Db, seq: number): Promise<number> => {
  const query = db.selectFrom('staff_log').select((e) => e.fn.countAll().as('count'));
  return Number((await query.where('seq', '<=', seq).executeTakeFirst())?.count);
};

const range = sql.raw(`between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`);

/**
 * Returns the number of a row that verification would not read, because SQLite stores any type in any column,
 * JavaScript reads large numbers inexactly, and verification skips people who belong to no row.
 */
export async function findUnreadableRow(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ seq: string }>`
    select cast(seq as text) as seq from staff_log where not (seq ${range} and at ${range})
    union all select cast(seq as text) from staff_log_head where not (seq ${range})
    union all select cast(seq as text) from staff_log_people where not (seq ${range} and is_actor ${range})
    union all select cast(seq as text) from staff_log_people
      where not exists (select 1 from staff_log where staff_log.seq = staff_log_people.seq)
    limit 1`.execute(db);
  return rows[0]?.seq;
}

/** Returns the newest row that records a deletion of old rows. */
export const findPruning = (db: Db) =>
  db
    .selectFrom('staff_log')
    .select(['seq', 'content'])
    .where('content', 'like', '%"pruned":{%')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Deletes the rows that precede the first one from `before` or later. Returns the last deleted row. */
export async function deleteRowsBefore(
  trx: Trx,
  before: number,
): Promise<(LogEnd & { count: number }) | undefined> {
  const kept = trx.selectFrom('staff_log').select('seq').where('at', '>=', before).orderBy('seq').limit(1);
  const first = await kept.executeTakeFirst();
  const last = await trx
    .selectFrom('staff_log')
    .select(['seq', 'mac'])
    .$if(first !== undefined, (q) => q.where('seq', '<', first?.seq ?? 0))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return undefined;
  await trx.deleteFrom('staff_log_people').where('seq', '<=', last.seq).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('staff_log')
    .where('seq', '<=', last.seq)
    .executeTakeFirst();
  return { ...last, count: Number(numDeletedRows) };
}

/** Returns the ids of the owners, who receive the newest head by email. */
export const listOwners = async (db: Db): Promise<string[]> => {
  const owners = db.selectFrom('staff_roles').select('user_id').where('role', '=', 'owner');
  return (await owners.orderBy('user_id').execute()).map(({ user_id }) => user_id);
};
