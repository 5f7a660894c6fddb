import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import type { ChainHead } from './log-chain.ts';
import { forgetPerson, transferEntries } from './log-people-repository.ts';
import { startSegment } from './log-segments.ts';
import { listHeads } from './log-segments-repository.ts';
import { verifyLog } from './log-verification.ts';
import {
  addRow,
  createRandom,
  type Database,
  logKey,
  noon,
  prune,
  services,
  tablesOf,
  verify,
} from './testing/stored-log.ts';

type Place = { chain: string; seq: number };
type Row = Place & { content: string; mac: string; at: number };
type Edit = (trx: Trx, rows: Row[], random: (below: number) => number) => Promise<unknown>;

const update = (trx: Trx, { chain, seq }: Place, values: Partial<Row>) =>
  trx.updateTable('staff_log').set(values).where('chain', '=', chain).where('seq', '=', seq).execute();
const pick = (rows: Row[], random: (below: number) => number) => rows[random(rows.length)] as Row;

/** What somebody who can write to the database, but does not have the site's secret, can do to the log. */
const rowEdits: Edit[] = [
  // A changed character.
  (trx, rows, random) => {
    const row = pick(rows, random);
    const field = (['content', 'mac'] as const)[random(2)] ?? 'mac';
    const place = random(row[field].length);
    const text = `${row[field].slice(0, place)}${row[field][place] === 'x' ? 'y' : 'x'}${row[field].slice(place + 1)}`;
    return update(trx, row, { [field]: text });
  },
  // Another time, which moves the row within the page.
  (trx, rows, random) => {
    const row = pick(rows, random);
    return update(trx, row, { at: row.at + 1 + random(1000) });
  },
  // A deleted row.
  (trx, rows, random) => {
    const { chain, seq } = pick(rows, random);
    return trx.deleteFrom('staff_log').where('chain', '=', chain).where('seq', '=', seq).execute();
  },
  // Two swapped rows.
  async (trx, rows, random) => {
    const index = random(rows.length);
    const one = rows[index] as Row;
    const other = rows[(index + 1 + random(rows.length - 1)) % rows.length] as Row;
    for (const [to, { content, mac, at }] of [
      [one, other],
      [other, one],
    ] as const)
      await update(trx, to, { content, mac, at });
  },
  // A truncated chain, whose stored head is moved back.
  async (trx, rows, random) => {
    const { chain, seq } = pick(rows, random);
    const before = rows.find((row) => row.chain === chain && row.seq === seq - 1);
    await trx.deleteFrom('staff_log').where('chain', '=', chain).where('seq', '>=', seq).execute();
    await trx
      .updateTable('staff_log_heads')
      .set({ seq: seq - 1, mac: before?.mac ?? '' })
      .where('chain', '=', chain)
      .execute();
  },
  // A whole chain that is gone, with its head.
  async (trx, rows, random) => {
    const { chain } = pick(rows, random);
    for (const table of ['staff_log', 'staff_log_heads', 'staff_log_checkpoints'] as const)
      await trx.deleteFrom(table).where('chain', '=', chain).execute();
  },
  // A beginning that is gone, behind a checkpoint without or with a signature of another place.
  async (trx, rows, random) => {
    const row = pick(rows, random);
    const { chain, seq, mac } = row;
    await trx.deleteFrom('staff_log').where('chain', '=', chain).where('seq', '<=', seq).execute();
    await trx.deleteFrom('staff_log_checkpoints').where('chain', '=', chain).execute();
    const signature = random(2) === 0 ? mac : ((await anySignature(trx)) ?? '');
    await trx.insertInto('staff_log_checkpoints').values({ chain, seq, mac, signature }).execute();
  },
  // Forged rows before the first one, or in a chain of their own.
  (trx, rows, random) => {
    const row = pick(rows, random);
    const place = random(2) === 0 ? { seq: -random(3) } : { chain: `center-${2 + random(9)}` };
    return trx
      .insertInto('staff_log')
      .values({ ...row, ...place })
      .execute();
  },
  // A stored head that is gone, or set back to another row of the chain.
  async (trx, rows, random) => {
    const { chain } = pick(rows, random);
    const ofChain = rows.filter((row) => row.chain === chain);
    const before = ofChain[random(ofChain.length - 1)];
    const { seq, mac } = ofChain.length === 1 || !before ? { seq: 0, mac: '' } : before;
    if (random(2) === 0) await trx.deleteFrom('staff_log_heads').where('chain', '=', chain).execute();
    else await trx.updateTable('staff_log_heads').set({ seq, mac }).where('chain', '=', chain).execute();
  },
];

type PeopleTable = 'staff_log_people' | 'staff_log_actors' | 'staff_log_erasures';

/** Selects a random row of a table, to be changed or deleted. */
async function pickFrom(trx: Trx, table: PeopleTable, random: (below: number) => number) {
  const rows = await trx.selectFrom(table).select(['chain', 'seq']).orderBy('chain').orderBy('seq').execute();
  const { chain, seq } = rows[random(rows.length)] as Place;
  const where = sql<boolean>`chain = ${chain} and seq = ${seq}`;
  return {
    at: { chain, seq },
    delete: () => trx.deleteFrom(table).where(where).execute(),
    set: (values: object) => trx.updateTable(table).set(values).where(where).execute(),
  };
}

/** Edits of the tables that name the accounts in a row. */
const peopleEdits: Edit[] = [
  // Somebody else did it, or nobody.
  async (trx, _, random) => {
    const actor = await pickFrom(trx, 'staff_log_actors', random);
    await (random(2) === 0 ? actor.delete() : actor.set({ user_id: 'karim' }));
  },
  // It was about nobody, about another person, or about one more.
  async (trx, _, random) => {
    const people = await pickFrom(trx, 'staff_log_people', random);
    const added = { user_id: 'rahima', ...people.at, place: [null, 0, 1, 2][random(4)] ?? null };
    if (random(2) === 0) await people.delete();
    if (random(2) === 0) await trx.deleteFrom('staff_log_people').where('user_id', '=', 'karim').execute();
    await trx.insertInto('staff_log_people').values(added).execute();
  },
  // Somebody did what the operator did.
  async (trx, rows, random) => {
    const byOperator = rows.filter(({ content }) => !content.includes('"actor"'));
    const { chain, seq } = pick(byOperator, random);
    await trx.insertInto('staff_log_actors').values({ chain, seq, user_id: 'rahima' }).execute();
  },
  // Another place, key, or no key.
  async (trx, _, random) => (await pickFrom(trx, 'staff_log_people', random)).set({ place: 3 + random(3) }),
  (trx, _, random) => {
    const userId = ['karim', 'rahima'][random(2)] ?? '';
    const key = random(2) === 0 ? 'x'.repeat(random(44)) : '';
    if (random(2) === 0) return trx.deleteFrom('person_keys').where('user_id', '=', userId).execute();
    return trx.updateTable('person_keys').set({ key }).where('user_id', '=', userId).execute();
  },
  // A person who is gone as if the account was deleted, without or with a signature of another place.
  async (trx, _, random) => {
    const user_id = ['karim', 'rahima'][random(2)] ?? '';
    const table = user_id === 'karim' ? 'staff_log_people' : 'staff_log_actors';
    const { at } = await pickFrom(trx, table, random);
    const signed = await trx.selectFrom('staff_log_erasures').select('signature').execute();
    const signature = signed[random(signed.length)]?.signature;
    for (const each of ['person_keys', 'staff_log_people', 'staff_log_actors'] as const)
      await trx.deleteFrom(each).where('user_id', '=', user_id).execute();
    if (random(2) === 0)
      await sql`insert into staff_log_erasures values (${at.chain}, ${at.seq}, ${random(2)}, null, ${signature})
        on conflict do nothing`.execute(trx);
  },
  // Rows that were assigned to another account, which then was deleted.
  async (trx, _, random) => {
    const user_id = ['mallory', 'rahima'][random(2)] ?? '';
    await (await pickFrom(trx, 'staff_log_actors', random)).set({ user_id: 'mallory' });
    await trx.updateTable('staff_log_people').set({ user_id }).where('user_id', '=', 'karim').execute();
    await sql`update staff_log_erasures set replaced_by = ${user_id} where replaced_by is not null`.execute(
      trx,
    );
    await forgetPerson(trx, logKey, { userId: user_id });
  },
  // A deletion that did not happen, or another one.
  async (trx, _, random) => {
    const erasure = await pickFrom(trx, 'staff_log_erasures', random);
    await (random(2) === 0 ? erasure.delete() : erasure.set({ replaced_by: 'rahima' }));
  },
];

const edits = [...rowEdits, ...peopleEdits];

const anySignature = async (trx: Trx) =>
  (await trx.selectFrom('staff_log_checkpoints').select('signature').executeTakeFirst())?.signature;

class RolledBack extends Error {}

/** Makes this many random edits of the stored log, each undone, and returns the seeds of those that were not detected. */
async function findUndetected(db: Database, heads: readonly ChainHead[], tries: number): Promise<number[]> {
  const undetected: number[] = [];
  const rows = (await tablesOf(db).selectFrom('staff_log').selectAll().execute()) as Row[];
  for (let seed = 0; seed < tries; seed += 1) {
    const work = tablesOf(db)
      .transaction()
      .execute(async (trx) => {
        await edits[seed % edits.length]?.(trx, rows, createRandom(seed));
        const isDetected = await verifyLog(trx, { logKey, heads }).then(
          () => false,
          (error: Error) => error.message.startsWith('The log is broken: '),
        );
        if (!isDetected) undetected.push(seed);
        throw new RolledBack();
      });
    await work.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  }
  return undetected;
}

/** Fills a log with several chains, a checkpoint and a restore, and returns the heads that were published. */
async function fillLog(db: Database): Promise<ChainHead[]> {
  for (const day of [60, 50, 40]) await addRow(db, noon - days(day));
  await prune(db, '45', noon - days(30));
  const heads = [
    await addRow(db, noon - days(29), { people: ['gone', 'karim'] }),
    await addRow(db, noon - days(28), { centerId: 'center-1' }),
  ];
  await startSegment(db, { now: noon - days(20), logKey, reason: 'a restore', madeAt: noon - days(21) });
  for (const people of [
    ['walk-in', 'karim'],
    ['claimed', 'gone'],
    ['karim', 'walk-in', 'salma'],
  ])
    heads.push(await addRow(db, noon - days(10), { people }));
  heads.push(await addRow(db, noon - days(7), { centerId: 'center-1' }));
  await inTransaction(tablesOf(db), async (trx) => {
    await transferEntries(trx, logKey, 'walk-in', 'salma');
    await transferEntries(trx, logKey, 'claimed', 'gone');
    await forgetPerson(trx, logKey, { userId: 'gone' });
  });
  return [...heads, ...(await listHeads(tablesOf(db)))];
}

test('log verify detects 10,000 of 10,000 random edits, deletions, swaps and truncations of a stored log', async () => {
  await using database = await openSqlite(services);
  const heads = await fillLog(database.db);
  expect(await findUndetected(database.db, heads, 10_000)).toEqual([]);
  expect(await verify(database.db, heads)).toContain('The log is whole: ');
}, 180_000);

onBothDatabases(services, (open) => {
  test('detects random edits of a stored log', async () => {
    await using database = await open();
    const heads = await fillLog(database.db);
    expect(await findUndetected(database.db, heads, 140)).toEqual([]);
    expect(await verify(database.db, heads)).toContain('The log is whole: ');
  });
});
