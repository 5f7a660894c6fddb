import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { addMember, noon } from '#server/testing/people.ts';
import { endShifts, findShiftKey } from './shifts.ts';
import { addShift } from './shifts-repository.ts';

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const { userId } = await addMember(db);
    const [endsAt, device] = [noon + hours(12), 'Phone'];
    const shift = { id: 'shift', user_id: userId, sign_in: `${noon}`, device };
    await addShift(db, { ...shift, started_at: noon, ends_at: endsAt });
    return {
      db,
      clock: () => noon,
      by: { userId, shift: { id: 'shift', device, endsAt } },
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

  test('requests at the same time get one key of a shift', async () => {
    await using deps = await createDeps();
    const keys = await Promise.all(Array.from({ length: 4 }, () => findShiftKey(deps, deps.by)));
    expect(new Set(keys).size).toBe(1);
  });

  test('a shift that ends while its key is requested gets none, and the request says that it has ended', async () => {
    await using deps = await createDeps();
    const { db, by } = deps;
    const { finding } = await db.transaction().execute(async (trx) => {
      await endShifts(trx, { userId: by.userId, now: noon });
      const finding = codeOf(findShiftKey(deps, by));
      await waitForLock(db);
      return { finding };
    });
    expect(await finding).toBe('shift-ended');
    expect(await db.selectFrom('shift_keys').selectAll().execute()).toEqual([]);
  });
});
