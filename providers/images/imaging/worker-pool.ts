import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { ChildDiedError, ChildTimeoutError, createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import { seconds } from '#platform/time.ts';
import type { Format } from '../pictures/picture.ts';
import type { CleanPicture } from './sharp.ts';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A picture of 50 megapixels takes some 3 s; whatever takes this long was made to. */
const TIMEOUT_MS = seconds(30);
/** What a large picture leaves behind is given back to the system by ending the process. */
const MAX_RSS_BYTES = 256 * 1024 * 1024;

/**
 * One core is all it may use. What it frees goes back to the system; giving
 * back smaller pieces too costs a fifth of the time (docs/performance.md).
 */
const env = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '8388608',
};

/** One piece of work for a process of its own; what it gives stands in `JobResult`. */
export type Job =
  | { kind: 'clean'; file: string }
  /** `original` as bytes, or the path of its file. */
  | { kind: 'vary'; original: Uint8Array | string; width: number; format: Format };

/** A variant is undefined when the file of its original cannot be read. */
export type JobResult<J extends Job> = J extends { kind: 'clean' } ? CleanPicture : Uint8Array | undefined;

/** What the process sends back. `rss`: bytes of memory that it holds by now. */
export type JobResponse = { rss: number } & (
  | { outcome: 'done'; result: unknown }
  | { outcome: 'refused'; code: string; message: string }
  | { outcome: 'failed'; message: string }
);

export type WorkerPool = {
  /**
   * @throws AppError what the job refuses; unreadable-picture (422) when it takes too long;
   * unavailable (503) when two processes died of it
   */
  perform<J extends Job>(job: J): Promise<JobResult<J>>;
  pids(): number[];
  close(): void;
};

/** Processes that take pictures apart. */
export function createWorkerPool({
  start = (): ChildProcess => startChild(entry, { execArgv: ['--expose-gc'], env }),
  idleMs = seconds(15),
  timeoutMs = TIMEOUT_MS,
  maxRssBytes = MAX_RSS_BYTES,
} = {}): WorkerPool {
  const isSpent = ({ rss }: JobResponse) => rss > maxRssBytes;
  const pool = createChildPool<Job, JobResponse>({ start, idleMs, timeoutMs, isSpent });
  return {
    ...pool,
    async perform<J extends Job>(job: J) {
      const answer = await pool.perform(job).catch((error: unknown) => {
        if (error instanceof ChildTimeoutError) throw new AppError('unreadable-picture');
        if (error instanceof ChildDiedError)
          throw new AppError('unavailable', { retryAfter: 5, cause: error });
        throw error;
      });
      if (answer.outcome === 'refused') throw new AppError(answer.code, { message: answer.message });
      if (answer.outcome === 'failed') throw new Error(answer.message);
      return answer.result as JobResult<J>;
    },
  };
}
