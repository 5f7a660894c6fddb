import { expect, test } from 'vitest';
import { LOG_PAGE_SIZE, type LogCursor, parseLogCursor } from '#contract/staff.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { findHeads, formatHead } from './log-chain.ts';
import { forgetPerson } from './log-people-repository.ts';
import { listEntries } from './log-repository.ts';
import { startSegment } from './log-segments.ts';
import { readOwnerLink } from './owner-link.ts';
import { addRow, logKey, noon, prune, services, tablesOf, verify } from './testing/stored-log.ts';

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

  test('pages of the log lose no entries of one time', async () => {
    await using database = await open();
    const { db } = database;
    for (let index = 0; index < LOG_PAGE_SIZE + 20; index += 1)
      await addRow(db, noon, { centerId: `center-${index % 7}` });
    const listed: string[] = [];
    for (let before: LogCursor | undefined; ; ) {
      const page = await listEntries(tablesOf(db), { before });
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
    // A row that was published before the backup cannot have been lost with it.
    const old = findHeads(`site:3:${'x'.repeat(43)}@${(noon + 5000).toString(36)}`);
    await expect(verify(db, old)).rejects.toThrow('row 3 of the chain site is missing');
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
});
