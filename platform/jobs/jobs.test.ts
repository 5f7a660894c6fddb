import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseClock } from '../database/database-clock.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import type { Job } from '../job.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { createTestDatabaseClock } from '../testing/test-database-clock.ts';
import { hours } from '../time.ts';
import { startJobs, withJobLease } from './jobs.ts';

/** Creates a job whose runs return these results. The run after them lasts until `end` is called. */
function createJob(results: readonly number[], options: Partial<Job> = {}) {
  const remaining = [...results];
  const { promise, resolve } = Promise.withResolvers<number>();
  const runs = { started: 0 };
  const run = () => {
    runs.started += 1;
    const result = remaining.shift();
    return result === undefined ? promise : Promise.resolve(result);
  };
  return { runs, end: () => resolve(20), job: { name: 'job', everyMs: hours(1), ...options, run } };
}

test('starts the next run without a pause when there is more to do', async () => {
  const { runs, job, end } = createJob([20, 20], { again: (delivered) => Number(delivered) > 0 });
  const jobs = startJobs([job], () => {});
  await expect.poll(() => runs.started).toBe(3);
  const stopped = jobs.stop();
  end();
  await stopped;
  expect(runs.started).toBe(3);
});

test('waits for the interval when there is nothing more to do', async () => {
  const { runs, job } = createJob([20, 0], { again: (delivered) => Number(delivered) > 0 });
  const jobs = startJobs([job], () => {});
  await expect.poll(() => runs.started).toBe(2);
  await jobs.stop();
  expect(runs.started).toBe(2);
});

test('reports a failed run and starts the next one after the interval', async () => {
  const failures: unknown[] = [];
  const runs = { started: 0 };
  const run = async () => {
    runs.started += 1;
    throw new Error(`run ${runs.started}`);
  };
  const job = { name: 'job', everyMs: 1, again: () => true, run };
  const jobs = startJobs([job], (error, name) => void failures.push([name, String(error)]));
  await expect.poll(() => failures.length).toBeGreaterThanOrEqual(2);
  await jobs.stop();
  expect(failures.slice(0, 2)).toEqual([
    ['job', 'Error: run 1'],
    ['job', 'Error: run 2'],
  ]);
});

onBothDatabases([], (open) => {
  /** Creates the same job on two servers with one clock. */
  async function openServers(work: () => Promise<void> = async () => {}, clockOf?: typeof databaseClock) {
    const { db, ...rest } = await open();
    onTestFinished(() => rest[Symbol.asyncDispose]());
    const time = { now: 1_000_000 };
    const runs: string[] = [];
    const serverOf = (name: string) =>
      withJobLease(
        db,
        {
          name: 'sweep',
          everyMs: 10_000,
          run: async () => {
            runs.push(name);
            await work();
          },
        },
        clockOf ? clockOf(db) : createTestDatabaseClock(() => time.now),
      );
    const jobs = db.withTables<PlatformTables>().selectFrom('platform_job');
    const dueAt = async () => (await jobs.select('due_at').executeTakeFirst())?.due_at;
    return { time, runs, serverOf, serverA: serverOf('a'), serverB: serverOf('b'), dueAt };
  }

  test('runs once for many concurrent attempts, and not again before the interval is over', async () => {
    const { time, runs, serverA, serverB } = await openServers();
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? serverA : serverB).run()));
    expect(runs).toHaveLength(1);
    time.now += 8999;
    await serverA.run();
    expect(runs).toHaveLength(1);
    time.now += 1;
    await serverB.run();
    expect(runs).toEqual([expect.anything(), 'b']);
  });

  test('is not delayed by a clock that was days ahead and then corrected', async () => {
    const { time, runs, serverA, serverB } = await openServers();
    time.now += 3 * 86_400_000;
    await serverA.run();
    time.now -= 3 * 86_400_000;
    await serverB.run();
    expect(runs).toHaveLength(2);
    await serverA.run();
    expect(runs).toHaveLength(2);
  });

  test('does not run twice at the same time when a server has a wrong clock', async () => {
    const finished = Promise.withResolvers<void>();
    const { runs, serverOf } = await openServers(() => finished.promise, databaseClock);
    const running = serverOf('a').run();
    await expect.poll(() => runs).toEqual(['a']);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    onTestFinished(() => void vi.restoreAllMocks());
    await serverOf('ahead').run();
    expect(runs).toEqual(['a']);
    finished.resolve();
    await running;
  });

  test('renews the lease of a long run', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const finished = Promise.withResolvers<void>();
    const { time, runs, serverA, serverB, dueAt } = await openServers(() => finished.promise);
    const running = serverA.run();
    await expect.poll(() => runs).toEqual(['a']);
    time.now += 40_000;
    vi.advanceTimersByTime(20_000);
    await expect.poll(dueAt).toBe(time.now + 60_000);
    time.now += 40_000;
    await serverB.run();
    expect(runs).toEqual(['a']);
    finished.resolve();
    await running;
  });

  test('rejects when a run fails, and runs again after the interval', async () => {
    const { time, runs, serverA } = await openServers(() => Promise.reject(new Error('failed')));
    await expect(serverA.run()).rejects.toThrow('failed');
    time.now += 10_000;
    await expect(serverA.run()).rejects.toThrow('failed');
    expect(runs).toHaveLength(2);
  });

  test('takes over from a crashed server after a minute, and ignores that server when it resumes', async () => {
    const crash = Promise.withResolvers<void>();
    let isFirst = true;
    const { time, runs, serverA, serverB } = await openServers(async () => {
      if (isFirst) {
        isFirst = false;
        await crash.promise;
      }
    });
    const crashed = serverA.run();
    await expect.poll(() => runs).toEqual(['a']);
    time.now += 59_999;
    await serverB.run();
    expect(runs).toEqual(['a']);
    time.now += 1;
    await serverB.run();
    expect(runs).toEqual(['a', 'b']);
    crash.resolve();
    await crashed;
    await serverB.run();
    expect(runs).toEqual(['a', 'b']);
  });
});
