import { expect, test } from 'vitest';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables, Trx } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import { pruneByOperator, verifyByOperator } from './log-administration.ts';
import { type ChainHead, findHeads, formatHead } from './log-chain.ts';
import { addLogEntry, listEntries } from './log-repository.ts';
import { startSegment } from './log-segments.ts';
import { listHeads } from './log-segments-repository.ts';
import { verifyLog } from './log-verification.ts';
import { changeAsOperator } from './operator-log.ts';

const logKey = new Uint8Array(32).fill(7);
const services = [platformMigrations, serverMigrations];
const noon = Date.UTC(2026, 10, 25, 12);

type Database = Awaited<ReturnType<typeof openSqlite>>['db'];
const tablesOf = (db: Database) => db.withTables<Tables>();

/** Adds a row to the site's chain, or to that of a center, and returns its head. */
const addRow = (db: Database, at: number, centerId?: string): Promise<ChainHead> =>
  inTransaction(tablesOf(db), (trx) =>
    addLogEntry(trx, logKey, {
      ...{ at, role: 'owner', actor: 'rahima', action: `action at ${at}`, people: ['karim'] },
      ...(centerId && { centerId }),
    }),
  );
const verify = (db: Database, heads: readonly ChainHead[] = []) => verifyByOperator(db, { logKey, heads });
const prune = (db: Database, daysKept: string | undefined, now = noon) => {
  const clock = () => now;
  const change: RecordedChange = (work) => changeAsOperator(db, { clock, logKey, onHead: () => {} }, work);
  return pruneByOperator({ db: tablesOf(db), change, clock, logKey }, daysKept);
};

/** A seeded generator (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Place = { chain: string; seq: number };
type Row = Place & { content: string; mac: string; at: number };
type Edit = (trx: Trx, rows: Row[], random: (below: number) => number) => Promise<unknown>;

const update = (trx: Trx, { chain, seq }: Place, values: Partial<Row>) =>
  trx.updateTable('staff_log').set(values).where('chain', '=', chain).where('seq', '=', seq).execute();
const pick = (rows: Row[], random: (below: number) => number) => rows[random(rows.length)] as Row;

/** What somebody who can write to the database, but does not have the site's secret, can do to the log. */
const edits: Edit[] = [
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
];

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
          (error: Error) => error.message.startsWith('The log is broken: row '),
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
  for (const days of [60, 50, 40]) await addRow(db, noon - days * 86_400_000);
  await prune(db, '45', noon - days(30));
  const heads = [await addRow(db, noon - days(29)), await addRow(db, noon - days(28), 'center-1')];
  await startSegment(db, { now: noon - days(20), logKey, reason: 'a restore', madeAt: noon - days(21) });
  for (const day of [10, 9, 8]) heads.push(await addRow(db, noon - days(day)));
  heads.push(await addRow(db, noon - days(7), 'center-1'));
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

  test('retention deletes old rows of each chain and those about people, and leaves a signed checkpoint', async () => {
    await using database = await open();
    const { db } = database;
    const heads = [];
    for (const day of [1200, 1100, 1000]) {
      heads.push(await addRow(db, noon - days(day)));
      heads.push(await addRow(db, noon - days(day), 'center-1'));
    }
    await expect(prune(db, '7')).rejects.toThrow('at least 30');
    await expect(prune(db, 'many')).rejects.toThrow('whole number');
    expect(await prune(db, undefined)).toBe('4 rows deleted.');
    expect(await prune(db, undefined)).toBe('No row is older than 1095 days.');
    expect(await verify(db, heads)).toBe('The log is whole: 3 rows.');
    expect((await listEntries(tablesOf(db), { before: undefined })).map(({ action }) => action)).toEqual([
      'prune log',
      `action at ${noon - days(1000)}`,
      `action at ${noon - days(1000)}`,
    ]);
    const people = await tablesOf(db).selectFrom('staff_log_people').selectAll().execute();
    expect(people).toHaveLength(2);
    expect(await prune(db, '30')).toBe('2 rows deleted.');
    expect(await verify(db, heads)).toBe('The log is whole: 2 rows.');
  });

  test('retention does not touch a broken log', async () => {
    await using database = await open();
    const { db } = database;
    await addRow(db, noon - days(1200));
    await addRow(db, noon - days(1200));
    await tablesOf(db).deleteFrom('staff_log').where('seq', '=', 1).execute();
    await expect(prune(db, undefined)).rejects.toThrow('row 1 of');
  });

  test('after a restore other chains begin; rows lost with it are counted, and hide no truncation', async () => {
    await using database = await open();
    const { db } = database;
    const before = [await addRow(db, noon), await addRow(db, noon + 1000)];
    const madeAt = noon + days(1);
    // Published after the backup, then lost: two rows of the site, the first of a center.
    const lost = findHeads(
      ['site:3', 'site:4', 'center-2:1']
        .map((place) => `${place}:${'x'.repeat(43)}@${(madeAt + 5000).toString(36)}`)
        .join(' '),
    );
    await startSegment(db, { now: noon + days(2), logKey, reason: 'restored from a backup', madeAt });
    const after = [await addRow(db, noon + days(3)), await addRow(db, noon + days(3), 'center-2')];
    expect(after.map(formatHead).join()).toMatch(/^site~\w+:2:.*,center-2~\w+:1:/);
    expect(await verify(db, [...before, ...lost, ...after])).toBe(
      [
        'The log is whole: 5 rows.',
        'New chains began on 2026-11-27T12:00:00.000Z: restored from a backup.',
        'Heads of rows that these restores lost: 3.',
      ].join('\n'),
    );
    // A row that was published before the backup cannot have been lost with it.
    const old = findHeads(`site:3:${'x'.repeat(43)}@${(noon + 5000).toString(36)}`);
    await expect(verify(db, old)).rejects.toThrow('row 3 of the chain site is missing');
    // The end of the former chain is known.
    await tablesOf(db).deleteFrom('staff_log').where('chain', '=', 'site').where('seq', '=', 2).execute();
    await tablesOf(db).deleteFrom('staff_log_heads').where('chain', '=', 'site').execute();
    await expect(verify(db)).rejects.toThrow('row 2 of the chain site is missing');
  });

  test('chains that began after one restore are lost with the next one, but not without it', async () => {
    await using database = await open();
    const { db } = database;
    await addRow(db, noon);
    const first = findHeads(`site~${(noon + 5000).toString(36)}:3:${'x'.repeat(43)}`);
    await expect(verify(db, first)).rejects.toThrow(/row 1 of the chain site~\w+ is missing/);
    await startSegment(db, { now: noon + days(2), logKey, reason: 'restored again', madeAt: noon + 1000 });
    expect(await verify(db, first)).toContain('lost: 1.');
    // A row that is added to a former chain is found.
    await tablesOf(db).deleteFrom('site_settings').where('name', '=', 'log-segment').execute();
    await addRow(db, noon + days(3));
    await expect(verify(db)).rejects.toThrow('row 2 of the chain site is changed');
  });
});
