import { createCipheriv, randomBytes } from 'node:crypto';
import type { StaffRole } from '#contract/staff.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import { type ChainHead, nextRow } from './log-chain.ts';

/** Chain of what is done for no center. */
const siteChain = 'site';

/** Who did what with whose data. `role` is `operator` for the command line, which has no account. */
export type LogEntry = {
  at: number;
  role: StaffRole | 'operator';
  /** The id of the account that did it. */
  actor?: string;
  /** The chain of a center is named after its id. */
  centerId?: string;
  /** For example `grant owner`. */
  action: string;
  /** Ids of the accounts whose data was viewed or changed. */
  people: readonly string[];
};

/** The content of a row as stored. Accounts are encrypted under their own keys. */
type StoredEntry = Omit<LogEntry, 'people'> & { people: string[] };

/**
 * Adds a row in the transaction of the change that it describes. Rows of one chain wait for each other.
 * @returns the head of the chain, to be published outside the database once the transaction has committed
 */
export async function addLogEntry(trx: Trx, key: Uint8Array, entry: LogEntry): Promise<ChainHead> {
  const { actor, people, ...rest } = entry;
  const chain = entry.centerId ?? siteChain;
  const keys = await readPersonKeys(trx, [...people, ...(actor ? [actor] : [])]);
  const encrypt = (userId: string) => encryptId(keys.get(userId) as Buffer, userId);
  const stored: StoredEntry = {
    ...rest,
    ...(actor && { actor: encrypt(actor) }),
    people: people.map(encrypt),
  };
  const row = nextRow(key, { chain, content: JSON.stringify(stored), last: await lockHead(trx, chain) });
  const { seq, mac } = row;
  await trx.insertInto('staff_log').values(row).execute();
  await trx.updateTable('staff_log_heads').set({ seq, mac }).where('chain', '=', chain).execute();
  if (people.length > 0)
    await trx
      .insertInto('staff_log_people')
      .values(people.map((user_id) => ({ user_id, chain, seq })))
      .execute();
  return { chain, seq, mac };
}

async function lockHead(trx: Trx, chain: string) {
  await trx
    .insertInto('staff_log_heads')
    .values({ chain, seq: 0, mac: '' })
    .onConflict((c) => c.column('chain').doNothing())
    .execute();
  const { seq, mac } = await trx
    .selectFrom('staff_log_heads')
    .select(['seq', 'mac'])
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { seq, mac };
}

/** Returns the keys of these accounts, and creates the missing ones. */
async function readPersonKeys(trx: Trx, userIds: readonly string[]): Promise<Map<string, Buffer>> {
  if (userIds.length === 0) return new Map();
  await trx
    .insertInto('person_keys')
    .values(userIds.map((user_id) => ({ user_id, key: randomBytes(32).toString('base64url') })))
    .onConflict((c) => c.column('user_id').doNothing())
    .execute();
  const rows = await trx.selectFrom('person_keys').selectAll().where('user_id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.user_id, Buffer.from(row.key, 'base64url')]));
}

/** AES-256-GCM: 12 bytes of nonce, the encrypted id, 16 bytes of tag, in base64url. */
function encryptId(key: Buffer, userId: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(userId, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

const MAX_LISTED = 1000;

/** Returns the newest entries about a member's data, without the people in them. */
export async function listEntriesAbout(
  db: Db,
  { userId }: Owner,
): Promise<Omit<LogEntry, 'actor' | 'people'>[]> {
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
    .map(({ actor: _, people: __, ...entry }) => entry);
}

/** Makes the log unable to tell that it is about this person. The rows stay, so the chain stays whole. */
export async function forgetPerson(trx: Trx, { userId }: Owner): Promise<void> {
  await trx.deleteFrom('person_keys').where('user_id', '=', userId).execute();
  await trx.deleteFrom('staff_log_people').where('user_id', '=', userId).execute();
}

export const listChains = (db: Db) =>
  db.selectFrom('staff_log').select('chain').distinct().orderBy('chain').execute();

const PAGE_SIZE = 1000;

/** Reads a chain in order, a page at a time. */
export async function* readChain(db: Db, chain: string) {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('staff_log')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(PAGE_SIZE)
      .execute();
    yield* rows;
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.seq;
  }
}
