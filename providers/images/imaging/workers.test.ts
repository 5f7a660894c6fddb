import { expect, test } from 'vitest';
import type { Job, WorkerPool } from './worker-pool.ts';
import { createWorkers } from './workers.ts';

const MB = 1024 * 1024;

/** Workers whose pictures take as many MB as their file name says, and are cleaned when the test decides. */
function createControlled() {
  const running = new Map<string, () => void>();
  const perform = async (job: Job) => {
    if (job.kind === 'measure') return Number(job.file.split(' ')[0]) * MB;
    const { file } = job as Job & { kind: 'clean' };
    await new Promise<void>((resolve) => running.set(file, resolve));
    running.delete(file);
    return file;
  };
  const workers = createWorkers({ concurrency: 3, pool: { perform: perform as WorkerPool['perform'] } });
  return {
    clean: (file: string) => workers.clean(file),
    running: () => [...running.keys()],
    finish: (file: string) => running.get(file)?.(),
  };
}

test('decodes one large picture at a time, and small ones beside it', async () => {
  const { clean, running, finish } = createControlled();
  const all = ['200 a', '200 b', '200 c', '36 d', '36 e'].map(clean);
  await expect.poll(running, { interval: 1 }).toEqual(expect.arrayContaining(['200 a', '36 d', '36 e']));
  expect(running()).toHaveLength(3);
  finish('36 d');
  finish('36 e');
  for (const large of ['200 a', '200 b', '200 c']) {
    await expect.poll(running, { interval: 1 }).toEqual([large]);
    finish(large);
  }
  expect(await Promise.all(all)).toEqual(['200 a', '200 b', '200 c', '36 d', '36 e']);
});
