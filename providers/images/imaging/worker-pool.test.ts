import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { startFailingChild } from '#platform/testing/start-failing-child.ts';
import { seconds } from '#platform/time.ts';
import { facts, picture } from '../testing/pictures.ts';
import { createWorkerPool, type Job, type WorkerPool } from './worker-pool.ts';

const run = promisify(execFile);

let pool: WorkerPool | undefined;
afterEach(() => pool?.close());

const variant = async (width = 162): Promise<Job & { kind: 'vary' }> => ({
  kind: 'vary',
  original: await picture('jpeg', 400, 300),
  width,
  format: 'webp',
});

/** The facts of the picture that it makes. */
async function madeBy(pool: WorkerPool, job: Job) {
  return facts((await pool.perform(job)) as Uint8Array);
}

test('nothing runs until a picture is asked for, and nothing when there is no more to do', async () => {
  pool = createWorkerPool({ idleMs: 100 });
  expect(pool.pids()).toEqual([]);
  expect(await madeBy(pool, await variant())).toMatchObject({ format: 'webp', width: 162 });
  const [pid] = pool.pids();
  expect(pool.pids()).toHaveLength(1);
  await vi.waitFor(() => expect(() => process.kill(pid as number, 0)).toThrow(), 5000);
  expect(pool.pids()).toEqual([]);
});

test('an original is read from its file; one that is missing gives nothing', async () => {
  pool = createWorkerPool();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-original-'));
  const file = join(folder.path, 'original');
  await writeFile(file, await picture('jpeg', 400, 300));
  expect(await madeBy(pool, { ...(await variant()), original: file })).toMatchObject({ width: 162 });
  await rm(file);
  expect(await pool.perform({ ...(await variant()), original: file })).toBeUndefined();
});

test('a process makes one picture after another, at a lower priority than ours, and knows none of our settings', async () => {
  pool = createWorkerPool();
  for (const width of [162, 324]) await pool.perform(await variant(width));
  const [pid, ...others] = pool.pids();
  expect(others).toEqual([]);
  expect(getPriority(pid)).toBeGreaterThan(getPriority());
  const environment = `/proc/${pid}/environ`;
  if (!existsSync(environment)) return;
  const names = readFileSync(environment, 'utf8')
    .split('\0')
    .map((line) => line.split('=')[0]);
  expect(names.filter((name) => name && !/^(NODE_CHANNEL|MALLOC)_/.test(name))).toEqual([
    'UV_THREADPOOL_SIZE',
  ]);
});

test('a process killed in the middle costs nothing but time: another makes its picture', async () => {
  pool = createWorkerPool();
  await pool.perform(await variant());
  const [victim] = pool.pids();
  const original = await picture('jpeg', 2000, 1500);
  const made = pool.perform({ kind: 'vary', original, width: 1600, format: 'avif' });
  process.kill(victim as number, 'SIGKILL');
  expect(await facts((await made) as Uint8Array)).toMatchObject({ width: 1600 });
  expect(pool.pids()).not.toContain(victim);
});

test('a process killed while it rests is not missed', async () => {
  pool = createWorkerPool();
  await pool.perform(await variant());
  process.kill(pool.pids()[0] as number, 'SIGKILL');
  expect(await madeBy(pool, await variant())).toMatchObject({ width: 162 });
});

test('a picture that two processes died of is 503 with a time to come back, and the next one is made', async () => {
  const start = vi.fn(() => startFailingChild(start.mock.calls.length <= 2 ? 'dies' : 'answers'));
  pool = createWorkerPool({ start });
  await expect(pool.perform(await variant())).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(start).toHaveBeenCalledTimes(2);
  expect(await pool.perform(await variant())).toBe('made');
});

test('a system that has no room for a process gives 503 too', async () => {
  const start = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  };
  await expect(createWorkerPool({ start }).perform(await variant())).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  });
});

test('a system without a free file handle gives 503, goes on, and makes pictures when there is one', async () => {
  const program = fileURLToPath(new URL('../testing/out-of-handles.ts', import.meta.url));
  const few = ['-c', 'ulimit -n 100 && exec "$0" "$1"', process.execPath, program];
  // It ends at once and well: no promise of the failed try is left behind.
  expect((await run('sh', few, { timeout: seconds(10) })).stdout).toBe('unavailable, made\n');
});

test('a picture that takes too long is refused, and its process is ended', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-slow-'));
  const file = join(folder.path, 'slow.jpg');
  await writeFile(file, await picture('jpeg', 3000, 2000));
  pool = createWorkerPool({ timeoutMs: 1 });
  await expect(pool.perform({ kind: 'clean', file })).rejects.toMatchObject({ code: 'unreadable-picture' });
  expect(pool.pids()).toEqual([]);
});

test('a process that holds much memory is ended after its picture', async () => {
  pool = createWorkerPool({ maxRssBytes: 1 });
  await pool.perform(await variant());
  expect(pool.pids()).toEqual([]);
});
