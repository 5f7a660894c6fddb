import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import type { StaffLogRow } from '#server/db/staff-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import type { LogHead } from './log-chain.ts';
import { verifyLog } from './log-verification.ts';
import { erasePerson, transferEntries } from './person-keys-repository.ts';
import {
  addRow,
  createRandom,
  type Database,
  logKey,
  noon,
  prune,
  restore,
  services,
  tablesOf,
  verify,
} from './testing/stored-log.ts';

type Random = (below: number) => number;
type Edit = (trx: Trx, rows: StaffLogRow[], random: Random) => Promise<unknown>;

const update = (trx: Trx, { seq }: { seq: number }, values: Partial<StaffLogRow>) =>
  trx.updateTable('staff_log').set(values).where('seq', '=', seq).execute();
const pick = <Value>(values: readonly Value[], random: Random) => values[random(values.length)] as Value;

/** Returns the text with one character replaced. */
function damage(text: string, random: Random): string {
  const index = random(text.length);
  return `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}`;
}

/** Edits of the rows by an attacker who can write to the database, but does not have the site's secret. */
const rowEdits: Edit[] = [
  // Change a character.
  (trx, rows, random) => {
    const row = pick(rows, random);
    const field = pick(['content', 'mac'] as const, random);
    return update(trx, row, { [field]: damage(row[field], random) });
  },
  // Change the time.
  (trx, rows, random) => {
    const row = pick(rows, random);
    return update(trx, row, { at: row.at + 1 + random(1000) });
  },
  // Delete a row, with or without its people.
  async (trx, rows, random) => {
    const { seq } = pick(rows, random);
    await trx.deleteFrom('staff_log').where('seq', '=', seq).execute();
    if (random(2) === 0) await trx.deleteFrom('staff_log_people').where('seq', '=', seq).execute();
  },
  // Swap two rows.
  async (trx, rows, random) => {
    const index = random(rows.length);
    const one = rows[index] as StaffLogRow;
    const other = rows[(index + 1 + random(rows.length - 1)) % rows.length] as StaffLogRow;
    for (const [to, { seq: _, ...values }] of [
      [one, other],
      [other, one],
    ] as const)
      await update(trx, to, values);
  },
  // Truncate or empty the log, and move the stored head back.
  async (trx, rows, random) => {
    const { seq } = pick(rows, random);
    for (const table of ['staff_log', 'staff_log_people'] as const)
      await trx.deleteFrom(table).where('seq', '>=', seq).execute();
    const last = rows.find((row) => row.seq === seq - 1);
    await trx
      .updateTable('staff_log_head')
      .set({ seq: last?.seq ?? 0, mac: last?.mac ?? '' })
      .execute();
  },
  // Delete the beginning, with or without a forged row that records the deletion.
  async (trx, rows, random) => {
    const row = pick(rows.slice(0, -1), random);
    for (const table of ['staff_log', 'staff_log_people'] as const)
      await trx.deleteFrom(table).where('seq', '<=', row.seq).execute();
    if (random(2) === 0) return;
    const pruned = { seq: row.seq, mac: row.mac, before: noon };
    const last = rows.at(-1) as StaffLogRow;
    const content = JSON.stringify({ role: 'operator', action: 'prune log', pruned });
    if (random(2) === 0) return update(trx, last, { content });
    return trx
      .insertInto('staff_log')
      .values({ ...last, seq: last.seq + 1, content })
      .execute();
  },
  // Forge a row before the first one, or after the last one.
  (trx, rows, random) => {
    const row = pick(rows, random);
    const seq = pick([0, -random(3), (rows.at(-1)?.seq ?? 0) + 1 + random(3)], random);
    return trx
      .insertInto('staff_log')
      .values({ ...row, seq })
      .execute();
  },
  // Delete or change the stored head, or set it back to another row.
  async (trx, rows, random) => {
    const { seq, mac } = pick(rows.slice(0, -1), random);
    if (random(3) === 0) return trx.deleteFrom('staff_log_head').execute();
    const head = pick([{ seq, mac }, { seq: 0, mac: '' }, { mac }], random);
    return trx.updateTable('staff_log_head').set(head).execute();
  },
];

/** Selects a random person in a row, to be changed or deleted. */
async function pickPerson(trx: Trx, random: Random) {
  const query = trx.selectFrom('staff_log_people').selectAll().orderBy('seq').orderBy('pseudonym');
  const person = pick(await query.orderBy('is_actor').execute(), random);
  const { seq, pseudonym, is_actor } = person;
  const where = { seq, pseudonym, is_actor };
  return {
    ...person,
    delete: () =>
      trx
        .deleteFrom('staff_log_people')
        .where((e) => e.and(where))
        .execute(),
    set: (values: object) =>
      trx
        .updateTable('staff_log_people')
        .set(values)
        .where((e) => e.and(where))
        .execute(),
  };
}

const listKeys = (trx: Trx) => trx.selectFrom('person_keys').selectAll().orderBy('pseudonym').execute();

/** Edits of who acted and whose data it was. */
const peopleEdits: Edit[] = [
  // Remove or replace a person.
  async (trx, _, random) => {
    const person = await pickPerson(trx, random);
    if (random(2) === 0) return person.delete();
    return person.set({ pseudonym: damage(person.pseudonym, random) });
  },
  // Add a person, or the same person in another role or row.
  async (trx, rows, random) => {
    const { seq, pseudonym, is_actor } = await pickPerson(trx, random);
    const added = { pseudonym, seq, is_actor: 1 - is_actor };
    const other = { pseudonym: 'forged', seq: pick(rows, random).seq, is_actor };
    const nowhere = { pseudonym, seq: (rows.at(-1)?.seq ?? 0) + 1 + random(3), is_actor };
    const row = pick([added, other, nowhere], random);
    return trx
      .insertInto('staff_log_people')
      .values(row)
      .onConflict((c) => c.columns(['pseudonym', 'seq', 'is_actor']).doUpdateSet({ pseudonym: 'forged' }))
      .execute();
  },
  // Reassign rows to another account, or to none, as if the account were deleted.
  async (trx, _, random) => {
    const key = pick(await listKeys(trx), random);
    const user_id = pick(['mallory', ...(key.user_id ? [null] : [])], random);
    const mac = pick([key.mac, damage(key.mac, random), ''], random);
    return trx
      .updateTable('person_keys')
      .set({ user_id, mac })
      .where('pseudonym', '=', key.pseudonym)
      .execute();
  },
  // Swap the rows of two persons.
  async (trx, _, random) => {
    const keys = await listKeys(trx);
    const one = pick(keys, random);
    const other = pick(
      keys.filter(({ user_id }) => user_id !== one.user_id),
      random,
    );
    const set = (pseudonym: string, { user_id, mac }: typeof one) =>
      trx.updateTable('person_keys').set({ user_id, mac }).where('pseudonym', '=', pseudonym).execute();
    await set(one.pseudonym, other);
    await set(other.pseudonym, one);
  },
  // Delete a key. The key of a deleted account would still exist.
  async (trx, _, random) => {
    const { pseudonym } = pick(await listKeys(trx), random);
    return trx.deleteFrom('person_keys').where('pseudonym', '=', pseudonym).execute();
  },
];

const edits = [...rowEdits, ...peopleEdits];

class RolledBack extends Error {}

/**
 * Makes `tries` random edits of the stored log, undoes each, and returns the seeds of those that were not
 * detected.
 */
async function findUndetected(db: Database, heads: readonly LogHead[], tries: number): Promise<number[]> {
  const undetected: number[] = [];
  const rows = await tablesOf(db).selectFrom('staff_log').selectAll().orderBy('seq').execute();
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

/**
 * Fills a log with deleted old rows, a restore and a deleted account, and returns the heads that were
 * published.
 */
async function fillLog(db: Database): Promise<LogHead[]> {
  for (const day of [60, 50, 40]) await addRow(db, noon - days(day));
  await prune(db, '45', noon - days(30));
  const heads = [await addRow(db, noon - days(29), ['gone', 'karim']), await addRow(db, noon - days(28))];
  await restore(db, noon - days(20), { reason: 'a restore', madeAt: noon - days(21) });
  for (const people of [
    ['walk-in', 'karim'],
    ['claimed', 'gone'],
    ['karim', 'walk-in', 'salma'],
  ])
    heads.push(await addRow(db, noon - days(10), people));
  await inTransaction(tablesOf(db), async (trx) => {
    await transferEntries(trx, logKey, 'walk-in', 'salma');
    await transferEntries(trx, logKey, 'claimed', 'gone');
    await erasePerson(trx, logKey, { userId: 'gone' });
  });
  return heads;
}

test('log verify detects 10,000 of 10,000 random edits, deletions, swaps and truncations of a log', async () => {
  await using database = await openSqlite(services);
  const heads = await fillLog(database.db);
  expect(await findUndetected(database.db, heads, 10_000)).toEqual([]);
  expect(await verify(database.db, heads)).toContain('The log is whole: ');
}, 180_000);

onBothDatabases(services, (open) => {
  test('detects random edits of a stored log', async () => {
    await using database = await open();
    const heads = await fillLog(database.db);
    expect(await findUndetected(database.db, heads, 130)).toEqual([]);
    expect(await verify(database.db, heads)).toContain('The log is whole: ');
  });
});
