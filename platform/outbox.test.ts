import { expect, onTestFinished, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import { onBothDatabases } from './testing/databases.ts';
import { testDatabaseClock } from './testing/test-database-clock.ts';
import { days, seconds } from './time.ts';

onBothDatabases([], (open) => {
  /** An outbox whose every delivery is noted, on a clock that the test holds. */
  async function openGreetings(deliver: (outOf: string[]) => Promise<void> = async () => {}) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_795_000_000_000 };
    const got: string[] = [];
    const outbox = createOutbox({
      db,
      clock: () => time.now,
      databaseClock: testDatabaseClock(() => time.now),
      handlers: {
        greet: async (name: string) => {
          got.push(name);
          await deliver(got);
        },
      },
      patience: 100,
    });
    const greet = (name: string) => db.transaction().execute((trx) => outbox.add(trx, 'greet', name));
    return { db, time, got, outbox, greet };
  }

  test('delivers a message once, only if its transaction committed', async () => {
    const { db, got, outbox, greet } = await openGreetings();
    await greet('Rahim');
    const failed = db.transaction().execute(async (trx) => {
      await outbox.add(trx, 'greet', 'nobody');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await Promise.all([outbox.deliver(), outbox.deliver(), outbox.deliver()]);
    expect(got).toEqual(['Rahim']);
  });

  test('a failed delivery is tried again later, and later still', async () => {
    let failures = 2;
    const { time, outbox, greet } = await openGreetings(async () => {
      if (failures-- > 0) throw new Error('not now');
    });
    await greet('Rahim');
    const delivered: number[] = [];
    // At once, again at once, and after each of three seconds.
    for (const ms of [0, 0, 1000, 1000, 1000, 0]) {
      time.now += ms;
      delivered.push(await outbox.deliver());
    }
    expect(delivered).toEqual([0, 0, 0, 0, 1, 0]);
  });

  test('one kind is delivered alone, while another one hangs', async () => {
    await using test = await open();
    const got: string[] = [];
    const hanging = Promise.withResolvers<void>();
    const outbox = createOutbox({
      db: test.db,
      clock: Date.now,
      handlers: {
        slow: () => hanging.promise,
        quick: async (name: string) => void got.push(name),
      },
    });
    await test.db.transaction().execute((trx) => outbox.add(trx, 'slow', {}));
    const slow = outbox.deliver();
    await test.db.transaction().execute(async (trx) => {
      await outbox.add(trx, 'slow', {});
      await outbox.add(trx, 'quick', 'Rahim');
    });
    expect(await outbox.deliver('quick')).toBe(1);
    expect(got).toEqual(['Rahim']);
    hanging.resolve();
    expect(await slow).toBe(1);
    expect(await outbox.deliver()).toBe(1);
  });

  test('a message written while the clock was days ahead is delivered once the clock is right again', async () => {
    const { time, got, outbox, greet } = await openGreetings();
    time.now += days(3);
    await greet('Rahim');
    time.now -= days(3);
    await greet('Karim');
    await outbox.deliver();
    expect(got.toSorted()).toEqual(['Karim', 'Rahim']);
  });

  test('a delivery that never ends is given up and tried again, and holds up nobody', async () => {
    const { time, got, outbox, greet } = await openGreetings((seen) =>
      seen.length === 1 ? new Promise<void>(() => {}) : Promise.resolve(),
    );
    await greet('Rahim');
    expect(await outbox.deliver()).toBe(0);
    time.now += seconds(1);
    expect(await outbox.deliver()).toBe(1);
    expect(got).toEqual(['Rahim', 'Rahim']);
  });

  test('whoever delivers alone begins with what a process that fell had taken', async () => {
    const falls = new Promise<void>(() => {});
    const { got, outbox, greet } = await openGreetings((seen) =>
      seen.length === 1 ? falls : Promise.resolve(),
    );
    await greet('Rahim');
    const fallen = outbox.deliver();
    await expect.poll(() => got).toEqual(['Rahim']);
    expect(await outbox.deliver()).toBe(0);
    await outbox.takeOver();
    expect(await outbox.deliver()).toBe(1);
    expect(await fallen).toBe(0);
  });
});
