import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseClock } from '../database/database-clock.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { testDatabaseClock } from '../testing/test-database-clock.ts';
import { hours } from '../time.ts';
import { type Job, startJobs, withJobLease } from './jobs.ts';

/** A job that ends its rounds with these results, and then stays in the last one until `end` is called. */
function createJob(results: readonly number[], options: Partial<Job> = {}) {
  const left = [...results];
  const { promise, resolve } = Promise.withResolvers<number>();
  const rounds = { begun: 0 };
  const run = () => {
    rounds.begun += 1;
    const result = left.shift();
    return result === undefined ? promise : Promise.resolve(result);
  };
  return { rounds, end: () => resolve(20), job: { name: 'job', everyMs: hours(1), ...options, run } };
}

test('a job that has more to do begins its next round without a pause', async () => {
  const { rounds, job, end } = createJob([20, 20], { again: (delivered) => Number(delivered) > 0 });
  const jobs = startJobs([job], () => {});
  await expect.poll(() => rounds.begun).toBe(3);
  const stopped = jobs.stop();
  end();
  await stopped;
  expect(rounds.begun).toBe(3);
});

test('a job that has nothing more to do waits for its next round', async () => {
  const { rounds, job } = createJob([20, 0], { again: (delivered) => Number(delivered) > 0 });
  const jobs = startJobs([job], () => {});
  await expect.poll(() => rounds.begun).toBe(2);
  await jobs.stop();
  expect(rounds.begun).toBe(2);
});

test('a round that fails is reported, and the next one comes after the pause', async () => {
  const failures: unknown[] = [];
  const rounds = { begun: 0 };
  const run = async () => {
    rounds.begun += 1;
    throw new Error(`round ${rounds.begun}`);
  };
  const job = { name: 'job', everyMs: 1, again: () => true, run };
  const jobs = startJobs([job], (error, name) => void failures.push([name, String(error)]));
  await expect.poll(() => failures.length).toBeGreaterThanOrEqual(2);
  await jobs.stop();
  expect(failures.slice(0, 2)).toEqual([
    ['job', 'Error: round 1'],
    ['job', 'Error: round 2'],
  ]);
});

onBothDatabases([], (open) => {
  /** Two servers' ways to the same job, on one clock. */
  async function openServers(work: () => Promise<void> = async () => {}, clockOf?: typeof databaseClock) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_000_000 };
    const rounds: string[] = [];
    const serverOf = (name: string) =>
      withJobLease(
        db,
        {
          name: 'sweep',
          everyMs: 10_000,
          run: async () => {
            rounds.push(name);
            await work();
          },
        },
        clockOf ? clockOf(db) : testDatabaseClock(() => time.now),
      );
    const jobs = db.withTables<PlatformTables>().selectFrom('platform_job');
    const dueAt = async () => (await jobs.select('due_at').executeTakeFirst())?.due_at;
    return { time, rounds, serverOf, here: serverOf('here'), there: serverOf('there'), dueAt };
  }

  test('of many that try at once one runs, and nobody again before the next round', async () => {
    const { time, rounds, here, there } = await openServers();
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).run()));
    expect(rounds).toHaveLength(1);
    time.now += 8999;
    await here.run();
    expect(rounds).toHaveLength(1);
    time.now += 1;
    await there.run();
    expect(rounds).toEqual([expect.anything(), 'there']);
  });

  test('a clock that ran days ahead, or is set back, holds up no round once it is right', async () => {
    const { time, rounds, here, there } = await openServers();
    time.now += 3 * 86_400_000;
    await here.run();
    time.now -= 3 * 86_400_000;
    await there.run();
    expect(rounds).toHaveLength(2);
    await here.run();
    expect(rounds).toHaveLength(2);
  });

  test('a server whose own clock is wrong runs no round that another one is running', async () => {
    const ends = Promise.withResolvers<void>();
    const { rounds, serverOf } = await openServers(() => ends.promise, databaseClock);
    const running = serverOf('here').run();
    await expect.poll(() => rounds).toEqual(['here']);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    onTestFinished(() => void vi.restoreAllMocks());
    await serverOf('ahead').run();
    expect(rounds).toEqual(['here']);
    ends.resolve();
    await running;
  });

  test('a round that takes longer than its lease is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const ends = Promise.withResolvers<void>();
    const { time, rounds, here, there, dueAt } = await openServers(() => ends.promise);
    const running = here.run();
    await expect.poll(() => rounds).toEqual(['here']);
    time.now += 40_000;
    vi.advanceTimersByTime(20_000);
    await expect.poll(dueAt).toBe(time.now + 60_000);
    time.now += 40_000;
    await there.run();
    expect(rounds).toEqual(['here']);
    ends.resolve();
    await running;
  });

  test('a round that fails is told, and followed by the next', async () => {
    const { time, rounds, here } = await openServers(() => Promise.reject(new Error('no luck')));
    await expect(here.run()).rejects.toThrow('no luck');
    time.now += 10_000;
    await expect(here.run()).rejects.toThrow('no luck');
    expect(rounds).toHaveLength(2);
  });

  test('who began a round and fell is followed after a minute; coming back, it does not end the round of the other', async () => {
    const falls = Promise.withResolvers<void>();
    let first = true;
    const { time, rounds, here, there } = await openServers(async () => {
      if (first) {
        first = false;
        await falls.promise;
      }
    });
    const fallen = here.run();
    await expect.poll(() => rounds).toEqual(['here']);
    time.now += 59_999;
    await there.run();
    expect(rounds).toEqual(['here']);
    time.now += 1;
    await there.run();
    expect(rounds).toEqual(['here', 'there']);
    falls.resolve();
    await fallen;
    await there.run();
    expect(rounds).toEqual(['here', 'there']);
  });
});
