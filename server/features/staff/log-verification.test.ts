import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { LOG_PAGE_SIZE, type LogCursor, parseLogCursor } from '#contract/staff.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { findHeads, formatHead } from './log-chain.ts';
import { forgetPerson } from './log-people-repository.ts';
import { listEntries } from './log-repository.ts';
import { startSegment } from './log-segments.ts';
import { verifyLog } from './log-verification.ts';
import { readOwnerLink } from './owner-link.ts';
import {
  addRow,
  type Database,
  logKey,
  noon,
  prune,
  services,
  tablesOf,
  verify,
} from './testing/stored-log.ts';

onBothDatabases(services, (open) => {
  test('retention deletes old rows of each chain and those about people, and leaves a signed checkpoint', async () => {
    await using database = await open();
    const { db } = database;
    const heads = [];
    for (const day of [1200, 1100, 1000]) {
      heads.push(await addRow(db, noon - days(day)));
      heads.push(await addRow(db, noon - days(day), { centerId: 'center-1' }));
    }
    await expect(prune(db, '7')).rejects.toThrow('at least 30');
    await expect(prune(db, 'many')).rejects.toThrow('whole number');
    expect(await prune(db, undefined)).toBe('4 rows deleted.');
    expect(await prune(db, undefined)).toBe('No row is older than 1095 days.');
    expect(await verify(db, heads)).toBe('The log is whole: 3 rows.');
    expect(
      (await listEntries({ db: tablesOf(db), accounts: undefined }, { before: undefined })).map(
        ({ action }) => action,
      ),
    ).toEqual(['prune log', `action at ${noon - days(1000)}`, `action at ${noon - days(1000)}`]);
    const people = await tablesOf(db).selectFrom('staff_log_people').selectAll().execute();
    expect(people).toHaveLength(2);
    expect(await prune(db, '30')).toBe('2 rows deleted.');
    expect(await verify(db, heads)).toBe('The log is whole: 2 rows.');
  });

  test('pages of the log lose no entries of one time', async () => {
    await using database = await open();
    const { db } = database;
    for (let index = 0; index < LOG_PAGE_SIZE + 20; index += 1)
      await addRow(db, noon, { centerId: `center-${index % 7}` });
    const listed: string[] = [];
    for (let before: LogCursor | undefined; ; ) {
      const page = await listEntries({ db: tablesOf(db), accounts: undefined }, { before });
      listed.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      before = parseLogCursor(`${new Date(last.at).toISOString()},${last.id}`);
    }
    expect(new Set(listed).size).toBe(LOG_PAGE_SIZE + 20);
    expect(listed).toHaveLength(LOG_PAGE_SIZE + 20);
  });

  test('the log stays whole when an account is deleted while rows about it are added', async () => {
    await using database = await open();
    const { db } = database;
    for (let round = 0; round < 10; round += 1) {
      const person = { userId: `person-${round}` };
      await addRow(db, noon, { people: [person.userId] });
      await Promise.all([
        ...['center-1', 'center-2'].map((centerId) =>
          addRow(db, noon, { centerId, people: [person.userId] }),
        ),
        inTransaction(tablesOf(db), (trx) => forgetPerson(trx, logKey, person)),
      ]);
    }
    expect(await verify(db)).toBe('The log is whole: 30 rows.');
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
    const after = [
      await addRow(db, noon + days(3)),
      await addRow(db, noon + days(3), { centerId: 'center-2' }),
    ];
    expect(after.map(formatHead).join()).toMatch(/^site~\w+:2:.*,center-2~\w+:1:/);
    expect(await verify(db, [...before, ...lost, ...after])).toBe(
      [
        'The log is whole: 5 rows.',
        'New chains began on 2026-11-27T12:00:00.000Z: restored from a backup.',
        'Heads of rows that these restores lost: 3.',
      ].join('\n'),
    );
    // A row that was published before the backup, or after the restore, cannot have been lost with it.
    for (const at of [noon + 5000, noon + days(4)])
      await expect(verify(db, findHeads(`site:3:${'x'.repeat(43)}@${at.toString(36)}`))).rejects.toThrow(
        'row 3 of the chain site is missing',
      );
    // The end of the former chain is known.
    await tablesOf(db).deleteFrom('staff_log').where('chain', '=', 'site').where('seq', '=', 2).execute();
    await tablesOf(db).deleteFrom('staff_log_heads').where('chain', '=', 'site').execute();
    await expect(verify(db)).rejects.toThrow('row 2 of the chain site is missing');
  });

  test('a backup from before the first row begins other chains too, and its owner link does not work again', async () => {
    await using database = await open();
    const { db } = database;
    const ownerLinkAt = (now: number) =>
      readOwnerLink(tablesOf(db), { clock: () => now, logKey, publicUrl: '' });
    const used = await ownerLinkAt(noon);
    const lost = findHeads(`site:1:${'x'.repeat(43)}@${(noon + 5000).toString(36)}`);
    await startSegment(db, { now: noon + days(1), logKey, reason: 'restored from a backup', madeAt: noon });
    expect(await ownerLinkAt(noon + 1)).not.toBe(used);
    expect(await verify(db, lost)).toMatch(
      /^The log is whole: 1 rows\.\nNew chains began on .*\n.* lost: 1\.$/,
    );
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

  test('detects that the chain which names a restore is gone, while others that it began are not', async () => {
    await using database = await open();
    const { db } = database;
    await addRow(db, noon);
    await startSegment(db, { now: noon + days(1), logKey, reason: 'restored from a backup', madeAt: noon });
    await addRow(db, noon + days(2), { centerId: 'center-1' });
    for (const table of ['staff_log', 'staff_log_heads'] as const)
      await tablesOf(db).deleteFrom(table).where('chain', 'like', 'site~%').execute();
    await expect(verify(db)).rejects.toThrow(/row 1 of the chain site~\w+ is missing/);
  });

  test('detects rows that a query for their chain and number does not find', async () => {
    await using database = await open();
    const { db } = database;
    for (let index = 0; index < 200; index += 1) await addRow(db, noon + index);
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
    expect(await verify(db)).toBe('The log is whole: 200 rows.');
  });
});

class RolledBack extends Error {}
const isSqlite = (db: Database) =>
  sql`select sqlite_version()`.execute(db).then(
    () => true,
    () => false,
  );
const forge = (chain: string, seq = '1') =>
  `insert into staff_log (chain, seq, content, mac, at)
    select ${chain}, ${seq}, content, mac, at from staff_log where seq = 200`;
const withoutKey = (table: string) =>
  `create table copied as select * from ${table}; drop table ${table}; alter table copied rename to ${table}`;

/** What somebody with the database inserts, and how verification names it. */
const hiddenRows: [string, RegExp][] = [
  [forge("'no chain'"), /row 1 of the chain no chain is changed/],
  [forge("'site~ZZZ'"), /row 1 of the chain site~ZZZ is changed/],
  [forge("'site'", '9007199254740993'), /row 9007199254740993 of the chain site is changed/],
  ['update staff_log set at = 9007199254740993 where seq = 7', /row 7 of the chain site is changed/],
  ['update staff_log_heads set seq = 9007199254740993', /row 9007199254740993 of the chain site is/],
  // Between two pages of rows.
  [`${withoutKey('staff_log')}; ${forge("'site'", '200')}`, /row 200 of the chain site is changed/],
  [
    `${withoutKey('staff_log_actors')}; insert into staff_log_actors (chain, seq, user_id) values ('site', 9, 'karim');
      insert into staff_log_actors (chain, seq, user_id) values ('site', 9, 'rahima')`,
    /row 9 of the chain site is changed/,
  ],
];
const hiddenInSqlite: [string, RegExp][] = [
  // Invalid UTF-8, which is read as another name, a NUL, a BLOB.
  [forge("cast(x'73697465ff' as text)"), /row 1 of the chain site\ufffd is changed/],
  [forge("cast(x'7369746500' as text)"), /row 1 of the chain site\0 is changed/],
  [forge("x'73697465'"), /row 1 of the chain 115,105,116,101 is changed/],
  [forge("'site'", "'first'"), /row first of the chain site is changed/],
  [forge("'site'", '0.5'), /row 0.5 of the chain site is changed/],
  ["update staff_log set mac = x'00' where seq = 7", /row 7 of the chain site is changed/],
  ["update staff_log set content = x'00' where seq = 7", /row 7 of the chain site is changed/],
  ["update staff_log set at = 'noon' where seq = 7", /row 7 of the chain site is changed/],
  [
    'update staff_log_people set place = 9007199254740993 where seq = 7',
    /row 7 of the chain site is changed/,
  ],
  ["update person_keys set key = x'00'", /row 1 of the chain site is changed/],
  ["update staff_log_heads set mac = x'00'", /stored head of the chain site|row 200 of the chain site/],
  ["update staff_log_heads set seq = 'last'", /of the chain site/],
  [
    "insert into staff_log_checkpoints values ('site', 1, x'00', x'00')",
    /row 1 of the chain site is changed/,
  ],
];
