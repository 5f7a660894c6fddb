import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { rest, startHelper, stayFor } from '#platform/helper-process.ts';
import { seconds } from '#platform/time.ts';
import type { Answer, Job } from './job.ts';

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A picture of 50 megapixels takes some 3 s; whatever takes this long was made to. */
const PATIENCE_MS = seconds(30);

/** The process ended in the middle of a job: killed, out of memory, or a crash of the picture library. */
export class WorkerDied extends Error {}

/** One process that does one job at a time. */
export type WorkerProcess = {
  pid: number;
  /** Whether it can take another job. */
  alive(): boolean;
  /**
   * @throws AppError what the job refuses; unreadable-picture (422) when it takes more than 30 s
   * @throws WorkerDied
   */
  work(job: Job): Promise<{ result: unknown; rss: number }>;
  end(): void;
};

/**
 * One core is all it may use. What it frees goes back to the system; giving
 * back smaller pieces too costs a fifth of the time (docs/performance.md).
 */
const environment = {
  UV_THREADPOOL_SIZE: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '8388608',
};

/** @throws Error when the system has no room for a process */
export function startWorker(patienceMs = PATIENCE_MS): WorkerProcess {
  const child = startHelper(entry, { execArgv: ['--expose-gc'], env: environment });
  // Some lacks are thrown by fork, others (no file handle, no process left) are told later: nothing was started then.
  if (child.pid === undefined) throw new Error('No process could be started.');

  return {
    pid: child.pid,
    alive: () => child.connected && !child.killed,
    async work(job) {
      stayFor(child);
      try {
        return outcome(await answerTo(child, job, patienceMs));
      } finally {
        rest(child);
      }
    },
    end: () => child.kill('SIGKILL'),
  };
}

async function answerTo(child: ChildProcess, job: Job, patienceMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const died = () => reject(new WorkerDied('A picture worker ended in the middle of a picture.'));
  const slow = setTimeout(() => {
    reject(new AppError('unreadable-picture'));
    child.kill('SIGKILL');
  }, patienceMs);
  child.once('message', resolve).once('exit', died);
  try {
    child.send(job, (error) => error && died());
    return await promise;
  } finally {
    clearTimeout(slow);
    child.off('message', resolve).off('exit', died);
  }
}

function outcome(answer: Answer): { result: unknown; rss: number } {
  if (answer.outcome === 'done') return answer;
  if (answer.outcome === 'failed') throw new Error(answer.message);
  const { code, message } = answer;
  throw new AppError(code, { message });
}
