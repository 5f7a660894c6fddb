import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { toRemind } from './repository.ts';
import { openReminderRoom, saturday } from './testing/room.ts';

onBothDatabases([serverMigrations], (open) => {
  test('of many appointments only those of the day that are left are read, by their index', async () => {
    await using here = await openReminderRoom(open);
    const id = await here.book(await here.someone());
    const row = await here.db
      .selectFrom('appointments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      ...row,
      id: `a${i}`,
      user_id: `u${i}`,
      day: `20${10 + (i % 90)}-01-01`,
      reminded_day: i % 3 === 0 ? `20${10 + (i % 90)}-01-01` : null,
    }));
    for (let from = 0; from < rows.length; from += 500)
      await here.db
        .insertInto('appointments')
        .values(rows.slice(from, from + 500))
        .execute();
    await sql`analyze`.execute(here.db);
    for (const day of [saturday, '2041-01-01' as Day]) {
      const query = toRemind(here.db, day, 200);
      const onSqlite = await query.explain(undefined, sql`query plan`).catch(() => query.explain('text'));
      const plan = onSqlite.map((line) => Object.values(line).join(' ')).join('\n');
      expect(plan).toMatch(/appointments_to_remind/);
      expect(plan).not.toMatch(/temp b-tree|seq scan|scan appointments/i);
    }
  });
});
