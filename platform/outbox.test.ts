import { expect, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import { onBothDatabases } from './testing/databases.ts';

onBothDatabases([], (open) => {
  test('delivers a message once, only if its transaction committed', async () => {
    await using test = await open();
    const got: unknown[] = [];
    const outbox = createOutbox({
      db: test.db,
      clock: Date.now,
      handlers: { greet: async (payload: unknown) => void got.push(payload) },
    });

    await test.db.transaction().execute((trx) => outbox.add(trx, 'greet', { name: 'Rahim' }));
    const failed = test.db.transaction().execute(async (trx) => {
      await outbox.add(trx, 'greet', { name: 'nobody' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');

    await Promise.all([outbox.deliver(), outbox.deliver(), outbox.deliver()]);
    expect(got).toEqual([{ name: 'Rahim' }]);
  });

  test('a failed delivery is tried again later, and later still', async () => {
    await using test = await open();
    let now = 1_000_000;
    let failures = 2;
    const outbox = createOutbox({
      db: test.db,
      clock: () => now,
      handlers: {
        greet: async () => {
          if (failures-- > 0) throw new Error('not now');
        },
      },
    });
    await test.db.transaction().execute((trx) => outbox.add(trx, 'greet', {}));

    expect(await outbox.deliver()).toBe(0);
    expect(await outbox.deliver()).toBe(0);
    now += 1000;
    expect(await outbox.deliver()).toBe(0);
    now += 1000;
    expect(await outbox.deliver()).toBe(0);
    now += 1000;
    expect(await outbox.deliver()).toBe(1);
    expect(await outbox.deliver()).toBe(0);
  });
});
