import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { letThreadsGiveWay } from './thread-priority.ts';

const threads = '/proc/self/task';
const nameOf = (id: string) => readFileSync(`${threads}/${id}/comm`, 'utf8').trim();
const priorities = (behind: boolean) =>
  readdirSync(threads)
    .filter((id) => ['libuv-worker', 'WorkerThread'].includes(nameOf(id)) === behind)
    .map((id) => getPriority(Number(id)));

test('the pool and threads of ours give way to all others, where threads have priorities', async () => {
  await using worker = new Worker(
    'process.getBuiltinModule("worker_threads").parentPort.on("message", () => {})',
    {
      eval: true,
    },
  );
  await once(worker, 'online');
  const before = getPriority();
  await letThreadsGiveWay();
  expect(getPriority()).toBe(before);
  if (process.platform !== 'linux') return;
  expect(new Set(priorities(true))).toEqual(new Set([5]));
  expect(priorities(false).filter((nice) => nice !== before)).toEqual([]);
});
