import { AppError } from '#platform/errors.ts';
import { seconds } from '#platform/time.ts';
import type { Job, JobResult } from './job.ts';
import { startWorker, WorkerDied, type WorkerProcess } from './worker-process.ts';

/** Long enough for a page of pictures, short enough that a quiet site holds no memory for them. */
const IDLE_MS = seconds(15);
/** What a large picture leaves behind is given back to the system by ending the process. */
const MOST_RSS = 256 * 1024 * 1024;

export type WorkerPool = {
  /** @throws AppError what the job refuses; unavailable (503) when two processes died of it */
  perform<J extends Job>(job: J): Promise<JobResult<J>>;
  /** The processes that are there, at work or not. */
  pids(): number[];
  close(): void;
};

/** Starts a process when none is free and ends it when it has had nothing to do for a while. */
export function createWorkerPool({
  start = startWorker,
  idleMs = IDLE_MS,
  mostRss = MOST_RSS,
} = {}): WorkerPool {
  const all = new Set<WorkerProcess>();
  const free: { worker: WorkerProcess; leave: NodeJS.Timeout }[] = [];

  function take(): WorkerProcess {
    for (let next = free.pop(); next; next = free.pop()) {
      clearTimeout(next.leave);
      if (next.worker.alive()) return next.worker;
      all.delete(next.worker);
    }
    const worker = startOne();
    all.add(worker);
    return worker;
  }

  function startOne(): WorkerProcess {
    try {
      return start();
    } catch (cause) {
      throw new WorkerDied('The system has no room for another picture worker.', { cause });
    }
  }

  function giveBack(worker: WorkerProcess): void {
    const leave = setTimeout(() => {
      free.splice(
        free.findIndex((one) => one.worker === worker),
        1,
      );
      end(worker);
    }, idleMs).unref();
    free.push({ worker, leave });
  }

  function end(worker: WorkerProcess): void {
    all.delete(worker);
    worker.end();
  }

  async function tryOnce<J extends Job>(job: J): Promise<JobResult<J>> {
    const worker = take();
    try {
      const { result, rss } = await worker.work(job);
      if (rss > mostRss) end(worker);
      return result as JobResult<J>;
    } finally {
      if (all.has(worker)) {
        if (worker.alive()) giveBack(worker);
        else end(worker);
      }
    }
  }

  return {
    async perform(job) {
      try {
        return await tryOnce(job);
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error;
      }
      // Perhaps it was not this picture's fault: the system was short of memory, or an operator ended it.
      try {
        return await tryOnce(job);
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error;
        throw new AppError('unavailable', { retryAfter: 5, cause: error });
      }
    },
    pids: () => [...all].map(({ pid }) => pid),
    close() {
      for (const worker of all) end(worker);
    },
  };
}
