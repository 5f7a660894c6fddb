import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { AppError } from '#platform/errors.ts';
import { createFairQueue } from '#platform/jobs/fair-queue.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { requesterAddress, withSpan } from '#platform/observability/request-context.ts';
import type { Format } from '../pictures/picture.ts';
import type { CleanPicture } from './sharp.ts';
import { createWorkerPool, type VariantSize, type WorkerPool } from './worker-pool.ts';

/** Viewers wait less than uploaders. */
const priority = { view: 1, upload: 0, large: 0 } as const;

/** Pictures whose pixels take more memory are decoded one at a time. A photo of 12 megapixels takes 36 MB. */
const LARGE_BYTES = 64 * 1024 * 1024;

/**
 * Decodes and encodes pictures in worker processes. `clean` and `enqueue` queue fairly by the network address
 * of the current request. All methods throw AppError unavailable (503) if the queue is full or the process
 * died because of this picture.
 */
export type Workers = {
  /**
   * Decodes an uploaded file and returns the picture to store.
   * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422)
   */
  clean(file: string): Promise<CleanPicture>;
  /** Returns how many uploads wait for their turn. */
  waitingUploads(): number;
  /** Queues `work`, which may call `resize`. */
  enqueue(work: () => Promise<void>): Promise<void>;
  /** Resizes an original, or draws what a logo is needed for. Returns undefined when the original does not exist. */
  resize(original: Original, size: VariantSize, format: Format): Promise<Uint8Array | undefined>;
};

export type Original = {
  /**
   * Path of the original's file on this machine, if any. Sending 1 MB to the process instead takes a fifth of
   * the total time.
   */
  path: string | undefined;
  /**
   * Called only when the job starts and only if there is no file at `path`, so that queued jobs hold no
   * picture in memory.
   */
  read(): Promise<Uint8Array | undefined>;
};

/** Creates workers for at most three pictures at a time, and no more than there are cores. */
export function createWorkers({
  concurrency = Math.min(availableParallelism(), 3),
  maxQueued = 600,
  pool = createWorkerPool() as Pick<WorkerPool, 'perform'>,
  metrics = undefined as MetricsRegistry | undefined,
} = {}): Workers {
  const queue = new PQueue({ concurrency });
  const createQueue = (atOnce = concurrency) =>
    createFairQueue({
      concurrency: atOnce,
      maxWaiting: maxQueued,
      createFullError: () => new AppError('unavailable', { retryAfter: 5 }),
    });
  // Each fair queue passes only as many jobs to `queue` as may run at a time. `queue` orders them by
  // priority.
  const fairQueues = { view: createQueue(), upload: createQueue(), large: createQueue(1) };
  metrics?.gauge('image_workers_busy', 'Pictures being processed.', () => queue.pending);
  metrics?.gauge(
    'image_workers_waiting',
    'Pictures waiting to be processed.',
    () => queue.size + Object.values(fairQueues).reduce((sum, fairQueue) => sum + fairQueue.waiting(), 0),
  );
  const run = <T>(group: keyof typeof priority, work: () => Promise<T>): Promise<T> =>
    withSpan(`picture ${group}`, {}, () =>
      fairQueues[group].add({ address: requesterAddress(), account: '' }, () =>
        queue.add(work, { priority: priority[group] }),
      ),
    );
  return {
    waitingUploads: () => fairQueues.upload.waiting() + fairQueues.large.waiting(),
    async clean(file) {
      const clean = () => pool.perform({ kind: 'clean', file });
      const cleaned = await run('upload', async () =>
        (await pool.perform({ kind: 'measure', file })) > LARGE_BYTES ? undefined : clean(),
      );
      return cleaned ?? run('large', clean);
    },
    enqueue: (work) => run('view', work),
    async resize({ path, read }, size, format) {
      const resizeBytes = (original: Uint8Array | string) =>
        pool.perform({ kind: 'resize', original, size, format });
      const resized = path !== undefined && (await resizeBytes(path));
      if (resized) return resized;
      const original = await read();
      return original && resizeBytes(original);
    },
  };
}
