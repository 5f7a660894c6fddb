import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { ChildDiedError, ChildTimeoutError, createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import { seconds } from '#platform/time.ts';
import type { Format } from '../pictures/picture.ts';
import type { LogoForm } from './logo-forms.ts';
import type { CleanPicture } from './sharp.ts';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A picture of 50 megapixels takes about 3 s. Anything near this limit is an attack. */
const TIMEOUT_MS = seconds(30);
/** A process that uses more memory than this after a job is ended, to return the memory to the system. */
const MAX_RSS_BYTES = 256 * 1024 * 1024;

/**
 * Limits a process to one core and returns freed memory to the system. Returning smaller blocks too would
 * take a fifth more time for each variant.
 */
const env = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '8388608',
};

/** A job for a worker process. `JobResult` is the type of its result. */
export type Job =
  | { kind: 'measure'; file: string }
  | { kind: 'clean'; file: string }
  /** `original`: the bytes, or the path of the file. */
  | { kind: 'resize'; original: Uint8Array | string; size: VariantSize; format: Format };

/** The width in pixels, or what to draw from a logo. */
export type VariantSize = number | LogoForm;

/** A variant is undefined when the original's file cannot be read. */
export type JobResult<J extends Job> = J extends { kind: 'measure' }
  ? number
  : J extends { kind: 'clean' }
    ? CleanPicture
    : Uint8Array | undefined;

/** Message from the worker process. `rss`: its resident memory in bytes. */
export type JobResponse = { rss: number } & (
  | { outcome: 'done'; result: unknown }
  | { outcome: 'rejected'; code: string; message: string }
  | { outcome: 'failed'; message: string }
);

export type WorkerPool = {
  /**
   * Rejects with the job's own AppError, or because of a timeout or a crash.
   * @throws AppError unreadable-picture (422) when measuring or cleaning times out, unavailable (503) when
   * resizing times out or two processes died while running the job
   */
  perform<J extends Job>(job: J): Promise<JobResult<J>>;
  pids(): number[];
  close(): void;
};

/** Creates a pool of worker processes that decode and encode pictures. */
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
      const response = await pool.perform(job).catch((error: unknown) => {
        const isTimeout = error instanceof ChildTimeoutError;
        // A stored picture is known to be readable, so a timeout of `resize` means that the machine is too
        // busy.
        if (isTimeout && job.kind !== 'resize') throw new AppError('unreadable-picture');
        if (isTimeout || error instanceof ChildDiedError)
          throw new AppError('unavailable', { retryAfter: 5, cause: error });
        throw error;
      });
      if (response.outcome === 'rejected') throw new AppError(response.code, { message: response.message });
      if (response.outcome === 'failed') throw new Error(response.message);
      return response.result as JobResult<J>;
    },
  };
}
