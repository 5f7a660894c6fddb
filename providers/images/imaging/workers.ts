import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { AppError } from '#platform/errors.ts';

/** People who look at pictures wait less than people who add one. */
const priority = { look: 1, add: 0 } as const;

/** Bounds how much picture work runs at once and how much may wait. */
export type Workers = {
  /** @throws AppError unavailable (503) when too many wait already */
  run<T>(whom: keyof typeof priority, work: () => Promise<T>): Promise<T>;
};

/**
 * The library works on Node's four threads, which files and passwords need too: at most three pictures at once, and
 * no more than there are cores.
 */
export function createWorkers(atOnce = Math.min(availableParallelism(), 3), mostWaiting = 200): Workers {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    async run(whom, work) {
      if (queue.size >= mostWaiting) throw new AppError('unavailable', { retryAfter: 5 });
      return queue.add(work, { priority: priority[whom] });
    },
  };
}
