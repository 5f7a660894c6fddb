import { expect, test } from 'vitest';
import { type Job, startJobs } from './jobs.ts';
import { hours } from './time.ts';

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
