import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { AppError } from '#platform/errors.ts';
import { createFairQueue } from '#platform/jobs/fair-queue.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { requesterAddress, withSpan } from '#platform/observability/request-context.ts';
import type { Format } from '../pictures/picture.ts';
import type { CleanPicture } from './sharp.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

/** People who look at pictures wait less than people who add one. */
const priority = { look: 1, add: 0 } as const;

/**
 * Everything that takes a picture apart, in processes of its own. `clean` and `inTurn` wait until it is the turn of the
 * network address of the current request; all of these throw AppError unavailable (503) when too many wait already, or
 * when the process died of this picture.
 */
export type Workers = {
  /**
   * Reads an uploaded file and makes what we keep of it.
   * @throws AppError unsupported-picture (415), unreadable-picture, too-many-pixels (422)
   */
  clean(file: string): Promise<CleanPicture>;
  /** Runs `work`, which may call `vary`. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Makes an original `width` pixels wide; undefined when there is no original. */
  vary(original: Original, width: number, format: Format): Promise<Uint8Array | undefined>;
};

export type Original = {
  /** Its file on this machine, if it has one: sending a megabyte to the process costs a fifth of the whole work. */
  path: string | undefined;
  /** Called when its turn has come, so that those who wait hold no picture in memory, and the file gave nothing. */
  read(): Promise<Uint8Array | undefined>;
};

/** At most three pictures at once, and no more than there are cores. */
export function createWorkers({
  atOnce = Math.min(availableParallelism(), 3),
  maxQueued = 600,
  pool = createWorkerPool() as Pick<WorkerPool, 'perform'>,
  metrics = undefined as MetricsRegistry | undefined,
} = {}): Workers {
  const queue = new PQueue({ concurrency: atOnce });
  const createQueue = () =>
    createFairQueue({
      concurrency: atOnce,
      maxWaiting: maxQueued,
      createFullError: () => new AppError('unavailable', { retryAfter: 5 }),
    });
  // At most `atOnce` of each wait in `queue`, which decides between them.
  const fair = { look: createQueue(), add: createQueue() };
  metrics?.gauge('image_workers_busy', 'Pictures that are being taken apart.', () => queue.pending);
  metrics?.gauge(
    'image_workers_waiting',
    'Pictures that wait for it.',
    () => queue.size + fair.look.waiting() + fair.add.waiting(),
  );
  const run = <T>(whom: keyof typeof priority, work: () => Promise<T>): Promise<T> =>
    withSpan(`picture ${whom}`, {}, () =>
      fair[whom].add({ address: requesterAddress(), account: '' }, () =>
        queue.add(work, { priority: priority[whom] }),
      ),
    );
  return {
    clean: (file) => run('add', () => pool.perform({ kind: 'clean', file })),
    inTurn: (work) => run('look', work),
    async vary({ path, read }, width, format) {
      const make = (original: Uint8Array | string) => pool.perform({ kind: 'vary', original, width, format });
      const made = path !== undefined && (await make(path));
      if (made) return made;
      const original = await read();
      return original && make(original);
    },
  };
}
