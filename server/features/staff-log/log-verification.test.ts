import { sql } from 'kysely';
import { expect } from 'vitest';
import { LOG_PAGE_SIZE, type LogCursor, parseLogCursor } from '#contract/staff.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { readOwnerLink } from '#server/features/site-administration/owner-link.ts';
import { findHeads, formatHead } from './log-chain.ts';
import { listEntries, listEntriesAbout } from './log-repository.ts';
import { verifyLog } from './log-verification.ts';
import { erasePerson, transferEntries } from './person-keys-repository.ts';
import {
  addRow,
  type Database,
  logKey,
  noon,
  prune,
  record,
  restore,
  services,
  tablesOf,
  verify,
} from './testing/stored-log.ts';

const listLog = (db: Database, before?: LogCursor) =>
  listEntries({ db: tablesOf(db), accounts: undefined }, { before });
/** Returns a published head whose row is lost. */
const lostHead = (seq: number, at: number) => ({ seq, mac: 'x'.repeat(43), at });

onBothDatabases(services, (open) => {
  const test = testWith(open);

  test('pruning deletes old rows and those about people, and adds a row that says where the log begins', async ({
    db,
  }) => {
    const heads = [];
    for (const day of [1200, 1100, 1000]) heads.push(await addRow(db, noon - days(day)));
    await expect(prune(db, '7')).rejects.toThrow('at least 30');
    await expect(prune(db, 'many')).rejects.toThrow('whole number');
    expect(await prune(db, undefined)).toBe('2 rows deleted.');
    expect(await prune(db, undefined)).toBe('No row is older than 1095 days.');
    expect(await verify(db, heads)).toBe('The log is whole: 2 rows.');
    const actions = (await listLog(db)).map(({ action }) => action);
    expect(actions).toEqual(['prune log', `message ${noon - days(1000)}`]);
    expect(await listEntriesAbout(tablesOf(db), { userId: 'karim' })).toHaveLength(1);
    expect(await prune(db, '30')).toBe('1 rows deleted.');
    expect(await prune(db, '30', noon + days(60))).toBe('2 rows deleted.');
    expect(await verify(db, heads)).toBe('The log is whole: 1 rows.');
  });

  test('pruning does not touch a broken log', async ({ db }) => {
    await addRow(db, noon - days(1200));
    await addRow(db, noon - days(1200));
    await tablesOf(db).deleteFrom('staff_log').where('seq', '=', 1).execute();
    await expect(prune(db, undefined)).rejects.toThrow('The log is broken: row 1 is');
  });

  test('pages of the log lose no entries of one time', async ({ db }) => {
    for (let index = 0; index < LOG_PAGE_SIZE + 20; index += 1) await record(db, noon);
    const listed: string[] = [];
    for (let before: LogCursor | undefined; ; ) {
      const page = await listLog(db, before);
      listed.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      before = parseLogCursor(last.id);
    }
    expect(listed).toEqual(
      Array.from({ length: LOG_PAGE_SIZE + 20 }, (_, n) => String(LOG_PAGE_SIZE + 20 - n)),
    );
  });

  test('each donor sees the entries about them, and those about the walk-in that they claimed', async ({
    db,
  }) => {
    await addRow(db, noon, ['karim', 'walk-in']);
    await addRow(db, noon + 1, ['salma']);
    await inTransaction(tablesOf(db), (trx) => transferEntries(trx, logKey, 'walk-in', 'salma'));
    const timesOf = async (userId: string) =>
      (await listEntriesAbout(tablesOf(db), { userId })).map(({ at }) => at - noon);
    expect(await timesOf('salma')).toEqual([1, 0]);
    expect(await timesOf('karim')).toEqual([0]);
    expect(await timesOf('walk-in')).toEqual([]);
    expect(await timesOf('rahima')).toEqual([]);
    expect(await verify(db)).toBe('The log is whole: 2 rows.');
  });

  test('rows that are added at the same time, while accounts are deleted, form one chain', async ({ db }) => {
    for (let round = 0; round < 10; round += 1) {
      const person = { userId: `person-${round}` };
      await Promise.all([
        record(db, noon, [person.userId]),
        ...[1, 2, 3].map(() => record(db, noon, [person.userId, 'karim'])),
        inTransaction(tablesOf(db), (trx) => erasePerson(trx, logKey, person)),
      ]);
    }
    expect(await verify(db)).toBe('The log is whole: 40 rows.');
  });

  test('a deleted account can be told from a missing key', async ({ db }) => {
    await addRow(db, noon, ['karim']);
    await inTransaction(tablesOf(db), (trx) => erasePerson(trx, logKey, { userId: 'karim' }));
    expect(await verify(db)).toBe('The log is whole: 1 rows.');
    expect(await listLog(db)).toMatchObject([{ people: [] }]);
    await tablesOf(db).deleteFrom('person_keys').where('user_id', 'is', null).execute();
    await expect(verify(db)).rejects.toThrow('row 1 is changed');
  });

  test('a restore is a row; rows lost with it are counted, and it hides no truncation', async ({ db }) => {
    const before = [await addRow(db, noon), await addRow(db, noon + 1000)];
    const madeAt = noon + days(1);
    // These heads were published after the backup, and the restore lost their rows.
    const lost = [3, 4, 9].map((seq) => lostHead(seq, madeAt + 5000));
    await restore(db, noon + days(2), { reason: 'restored from a backup', madeAt });
    const after = await addRow(db, noon + days(3));
    expect(await verify(db, [...before, ...lost, after])).toBe(
      [
        'The log is whole: 4 rows.',
        'Row 3 of 2026-11-27T12:00:00.000Z: restored from a backup.',
        'Heads of rows that these restores lost: 3.',
      ].join('\n'),
    );
    // A row from before the backup or after the restore cannot have been lost by the restore.
    for (const [head, named] of [
      [lostHead(3, noon + 5000), 'row 3 is changed'],
      [lostHead(9, noon + 5000), 'row 5 is missing'],
      [lostHead(9, noon + days(4)), 'row 5 is missing'],
      [lostHead(2, madeAt + 5000), 'row 2 is changed'],
    ] as const)
      await expect(verify(db, [head])).rejects.toThrow(named);
  });

  test('a restored backup from before the first row is a row too, and its owner link does not work again', async ({
    db,
  }) => {
    const ownerLinkAt = (now: number) =>
      readOwnerLink({ db: tablesOf(db), clock: () => now, logKey, publicUrl: '' });
    const used = await ownerLinkAt(noon);
    await restore(db, noon + days(1), { reason: 'restored from a backup', madeAt: noon });
    expect(await ownerLinkAt(noon + 1)).not.toBe(used);
    expect(await verify(db, [lostHead(1, noon + 5000)])).toMatch(/^The log is whole: 1 rows\..* lost: 1\.$/s);
  });

  test('a removed end is found by a head from outside, in any text', async ({ db }) => {
    const heads = [];
    for (let index = 0; index < 3; index += 1) heads.push(await addRow(db, noon + index));
    const [, second, third] = heads;
    if (!second || !third) throw new Error('No heads.');
    const text = `{"msg":"head","head":"${formatHead(third)}"}\n12:30:00 log:1:b`;
    expect(findHeads(text)).toEqual([third]);
    for (const table of ['staff_log', 'staff_log_people'] as const)
      await tablesOf(db).deleteFrom(table).where('seq', '=', 3).execute();
    await expect(verify(db)).rejects.toThrow('row 3 is missing');
    // Move the stored head back.
    await tablesOf(db).updateTable('staff_log_head').set({ seq: 2, mac: second.mac }).execute();
    expect(await verify(db)).toBe('The log is whole: 2 rows.');
    await expect(verify(db, findHeads(text))).rejects.toThrow('row 3 is missing');
    await addRow(db, noon + 9);
    await expect(verify(db, findHeads(text))).rejects.toThrow('row 3 is changed');
  });

  test('nothing is added to a log whose head is missing or was set back', async ({ db }) => {
    await addRow(db, noon);
    await tablesOf(db).updateTable('staff_log_head').set({ seq: 0, mac: '' }).execute();
    expect(await codeOf(record(db, noon))).toBe('log-broken');
    await tablesOf(db).deleteFrom('staff_log_head').execute();
    expect(await codeOf(record(db, noon))).toBe('log-broken');
  });

  test('detects rows that a query for their number does not find', async ({ db }) => {
    for (let index = 0; index < 100; index += 1) await record(db, noon + index);
    const forgeries = [...hiddenRows, ...((await isSqlite(db)) ? hiddenInSqlite : [])];
    for (const [statements, named] of forgeries) {
      const work = tablesOf(db)
        .transaction()
        .execute(async (trx) => {
          for (const statement of statements.split('; ')) await sql.raw(statement).execute(trx);
          await expect(verifyLog(trx, { logKey, heads: [] }), statements).rejects.toThrow(named);
          throw new RolledBack();
        });
      await expect(work, statements).rejects.toThrow(RolledBack);
    }
    expect(await verify(db)).toBe('The log is whole: 100 rows.');
  });
});

class RolledBack extends Error {}
const isSqlite = (db: Database) =>
  sql`select sqlite_version()`.execute(db).then(
    () => true,
    () => false,
  );
const forge = (seq: string) =>
  `insert into staff_log (seq, at, content, mac) select ${seq}, at, content, mac from staff_log where seq = 100`;
const withoutKey = (table: string) =>
  `create table copied as select * from ${table}; drop table ${table}; alter table copied rename to ${table}`;

/** Statements by an attacker with access to the database, and the error that names the row. */
const hiddenRows: [string, RegExp][] = [
  [forge('9007199254740993'), /row 9007199254740993 is changed/],
  ['update staff_log set at = 9007199254740993 where seq = 7', /row 7 is changed/],
  ['update staff_log_head set seq = 9007199254740993', /row 9007199254740993 is changed/],
  // The forged row is between two pages of rows.
  [`${withoutKey('staff_log')}; ${forge('100')}`, /row 100 is changed/],
  [
    `${withoutKey('person_keys')}; insert into person_keys select pseudonym, 'mallory', mac from person_keys`,
    /row 1 is changed/,
  ],
];
const hiddenInSqlite: [string, RegExp][] = [
  [`${withoutKey('staff_log')}; ${forge("'first'")}`, /row first is changed/],
  [`${withoutKey('staff_log')}; ${forge('0.5')}`, /row 0.5 is changed/],
  ["update staff_log set mac = x'00' where seq = 7", /row 7 is changed/],
  ["update staff_log set content = x'00' where seq = 7", /row 7 is changed/],
  ["update staff_log set at = 'noon' where seq = 7", /row 7 is changed/],
  ["update staff_log_people set is_actor = 'yes' where seq = 7 and is_actor = 1", /row 7 is changed/],
  ["update staff_log_people set pseudonym = x'00' where seq = 7 and is_actor = 1", /row 7 is changed/],
  ["update person_keys set mac = x'00'", /row 1 is changed/],
  ["update staff_log_head set mac = x'00'", /stored head/],
  ["update staff_log_head set seq = 'last'", /row last is changed/],
];
