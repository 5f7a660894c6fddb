import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { startFailingChild } from '#platform/testing/start-failing-child.ts';
import { seconds } from '#platform/time.ts';
import { picture, readMetadata } from '../testing/pictures.ts';
import { createWorkerPool, type Job, type WorkerPool } from './worker-pool.ts';

const run = promisify(execFile);

let pool: WorkerPool | undefined;
afterEach(() => pool?.close());

const variant = async (width = 162): Promise<Job & { kind: 'resize' }> => ({
  kind: 'resize',
  original: await picture('jpeg', 400, 300),
  size: width,
  format: 'webp',
});

/** Metadata of the picture that the job returns. */
async function metadataOf(pool: WorkerPool, job: Job) {
  return readMetadata((await pool.perform(job)) as Uint8Array);
}

test('starts a process for the first picture only, and ends it when idle', async () => {
  pool = createWorkerPool({ idleMs: 100 });
  expect(pool.pids()).toEqual([]);
  expect(await metadataOf(pool, await variant())).toMatchObject({ format: 'webp', width: 162 });
  const [pid] = pool.pids();
  expect(pool.pids()).toHaveLength(1);
  await vi.waitFor(() => expect(() => process.kill(pid as number, 0)).toThrow(), 20_000);
  expect(pool.pids()).toEqual([]);
});

test('reads an original from its file, and returns undefined when the file is missing', async () => {
  pool = createWorkerPool();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-original-'));
  const file = join(folder.path, 'original');
  await writeFile(file, await picture('jpeg', 400, 300));
  expect(await metadataOf(pool, { ...(await variant()), original: file })).toMatchObject({ width: 162 });
  await rm(file);
  expect(await pool.perform({ ...(await variant()), original: file })).toBeUndefined();
});

test('measures the memory that a picture takes to decode', async () => {
  pool = createWorkerPool();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-measure-'));
  const flat = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a3122a' } });
  const pictures = {
    jpeg: flat.clone().jpeg(),
    progressive: flat.clone().jpeg({ progressive: true }),
    transparent: flat.clone().ensureAlpha(0.5).png(),
    deep: flat.clone().toColourspace('rgb16').png(),
    avif: flat.clone().avif({ effort: 0 }),
  };
  const measured: Record<string, number> = {};
  for (const [name, picture] of Object.entries(pictures)) {
    const file = join(folder.path, name);
    await picture.toFile(file);
    measured[name] = (await pool.perform({ kind: 'measure', file })) / (40 * 30);
  }
  expect(measured).toEqual({ jpeg: 3, progressive: 6, transparent: 4, deep: 6, avif: 25 });
});

test('runs many jobs in one process, at a lower priority than ours and without our environment', async () => {
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

test('runs a job again in another process when its process is killed', async () => {
  pool = createWorkerPool();
  await pool.perform(await variant());
  const [victim] = pool.pids();
  const original = await picture('jpeg', 2000, 1500);
  const made = pool.perform({ kind: 'resize', original, size: 1600, format: 'avif' });
  process.kill(victim as number, 'SIGKILL');
  expect(await readMetadata((await made) as Uint8Array)).toMatchObject({ width: 1600 });
  expect(pool.pids()).not.toContain(victim);
});

test('replaces an idle process that was killed', async () => {
  pool = createWorkerPool();
  await pool.perform(await variant());
  process.kill(pool.pids()[0] as number, 'SIGKILL');
  expect(await metadataOf(pool, await variant())).toMatchObject({ width: 162 });
});

test('does not use a process again that no longer receives jobs, before its exit is noticed', async () => {
  const start = vi.fn(() => {
    const child = startFailingChild('answers');
    const isFirst = start.mock.calls.length === 1;
    if (isFirst)
      child.send = (...args: unknown[]) => {
        (args.at(-1) as (error: Error) => void)(new Error('write EPIPE'));
        return false;
      };
    return child;
  });
  pool = createWorkerPool({ start });
  expect(await pool.perform(await variant())).toBe('made');
  expect(start).toHaveBeenCalledTimes(2);
});

test('throws unavailable (503) when two processes died of a picture, and handles the next picture', async () => {
  const start = vi.fn(() => startFailingChild(start.mock.calls.length <= 2 ? 'dies' : 'answers'));
  pool = createWorkerPool({ start });
  await expect(pool.perform(await variant())).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(start).toHaveBeenCalledTimes(2);
  expect(await pool.perform(await variant())).toBe('made');
});

test('throws unavailable (503) when the system cannot start a process', async () => {
  const start = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
  };
  await expect(createWorkerPool({ start }).perform(await variant())).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 5,
  });
});

test('throws unavailable (503) without a free file handle, and works again once there is one', async () => {
  const program = fileURLToPath(new URL('../testing/out-of-handles.ts', import.meta.url));
  const few = ['-c', 'ulimit -n 100 && exec "$0" "$1"', process.execPath, program];
  // The program exits promptly with code 0: the failed attempt leaves no unhandled rejection.
  expect((await run('sh', few, { timeout: seconds(10) })).stdout).toBe('unavailable, resized\n');
});

test('rejects a picture that takes too long, and ends its process', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-slow-'));
  const file = join(folder.path, 'slow.jpg');
  await writeFile(file, await picture('jpeg', 3000, 2000));
  pool = createWorkerPool({ timeoutMs: 1 });
  await expect(pool.perform({ kind: 'clean', file })).rejects.toMatchObject({ code: 'unreadable-picture' });
  const resize = { kind: 'resize', original: file, size: 486, format: 'webp' } as const;
  await expect(pool.perform(resize)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(pool.pids()).toEqual([]);
});

test('ends a process that uses much memory after its job', async () => {
  pool = createWorkerPool({ maxRssBytes: 1 });
  await pool.perform(await variant());
  expect(pool.pids()).toEqual([]);
});
