import { expect, onTestFinished, test } from 'vitest';
import { createOutbox } from './outbox.ts';
import { onBothDatabases } from './testing/databases.ts';
import { testDatabaseClock } from './testing/test-database-clock.ts';
import { days, hours, seconds } from './time.ts';

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
      databaseClock: testDatabaseClock(() => now),
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
    return { time, got, outbox, greet };
  }

  test('a message written while the clock was days ahead is delivered once the clock is right again', async () => {
    const { time, got, outbox, greet } = await openGreetings();
    time.now += days(3);
    await greet('Rahim');
    time.now -= days(3);
    await greet('Karim');
    await outbox.deliver();
    expect(got.toSorted()).toEqual(['Karim', 'Rahim']);
  });

  test('a clock set back by an hour holds up no message that was waiting', async () => {
    const { time, got, outbox, greet } = await openGreetings();
    await greet('Rahim');
    time.now -= hours(1);
    expect(await outbox.deliver()).toBe(1);
    expect(got).toEqual(['Rahim']);
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

  test('while one kind hangs, a round of another kind delivers it', async () => {
    await using test = await open();
    const ends = Promise.withResolvers<void>();
    const got: string[] = [];
    const outbox = createOutbox({
      db: test.db,
      clock: () => 1_795_000_000_000,
      handlers: { mail: () => ends.promise, refund: async (of: string) => void got.push(of) },
    });
    await test.db.transaction().execute((trx) => outbox.add(trx, 'mail', {}));
    const round = outbox.deliver();
    await test.db.transaction().execute((trx) => outbox.add(trx, 'refund', 'pi_1'));
    expect(await outbox.deliver('refund')).toBe(1);
    expect(got).toEqual(['pi_1']);
    ends.resolve();
    expect(await round).toBe(1);
  });
});
