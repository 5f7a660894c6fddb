import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { seconds } from '../time.ts';

/** The process exited during a job (killed, out of memory, crash) or could not be started. */
export class ChildDiedError extends Error {}
/** The job exceeded its time limit and its process was killed. */
export class ChildTimeoutError extends Error {}

/** Child processes for work that would block the event loop, one job per process at a time. */
export type ChildPool<Job, Result> = {
  /**
   * Runs a job, in a new process if none is free. If the process dies, retries the job once, because the job
   * may not be the cause.
   * @throws ChildDiedError, ChildTimeoutError
   */
  perform(job: Job): Promise<Result>;
  /** Ids of all processes, busy or idle. */
  pids(): number[];
  close(): void;
};

export type ChildPoolOptions<Result> = {
  start: () => ChildProcess;
  timeoutMs: number;
  /** An idle process is killed after this time, to free its memory. */
  idleMs?: number;
  /** Returns whether the process should be replaced after this result. */
  isSpent?: (result: Result) => boolean;
};

type Child = { process: ChildProcess; pid: number; idleTimer?: NodeJS.Timeout };

/** Creates a pool without a size limit, because the caller limits the number of concurrent jobs. */
export function createChildPool<Job extends object, Result>({
  start,
  timeoutMs,
  idleMs = seconds(15),
  isSpent = () => false,
}: ChildPoolOptions<Result>): ChildPool<Job, Result> {
  const all = new Set<Child>();
  const free: Child[] = [];
  let isClosed = false;

  function acquire(): Child {
    for (let candidate = free.pop(); candidate; candidate = free.pop()) {
      clearTimeout(candidate.idleTimer);
      if (isAlive(candidate)) return candidate;
      all.delete(candidate);
    }
    const child = startChildProcess();
    all.add(child);
    return child;
  }

  function startChildProcess(): Child {
    try {
      const process = start();
      // fork throws for some shortages. For others (file handles, processes), only the pid is missing.
      if (process.pid === undefined) throw new Error('The child process did not start.');
      return { process, pid: process.pid };
    } catch (cause) {
      throw new ChildDiedError('Cannot start another child process.', { cause });
    }
  }

  function release(child: Child): void {
    child.idleTimer = setTimeout(() => {
      free.splice(free.indexOf(child), 1);
      terminate(child);
    }, idleMs).unref();
    free.push(child);
  }

  function terminate(child: Child): void {
    clearTimeout(child.idleTimer);
    all.delete(child);
    child.process.kill('SIGKILL');
  }

  async function performOnce(job: Job): Promise<Result> {
    const child = acquire();
    try {
      const result = await resultOf<Result>(child.process, job, timeoutMs);
      if (isAlive(child) && !isSpent(result)) release(child);
      else terminate(child);
      return result;
    } catch (error) {
      // Terminate the process even if it seems to be running, because it may have died.
      terminate(child);
      throw error;
    }
  }

  return {
    perform: (job) =>
      performOnce(job).catch((error: unknown) => {
        if (error instanceof ChildDiedError && !isClosed) return performOnce(job);
        throw error;
      }),
    pids: () => [...all].map(({ pid }) => pid),
    close() {
      isClosed = true;
      for (const child of all) terminate(child);
    },
  };
}

const isAlive = ({ process }: Child): boolean => process.connected && !process.killed;

/**
 * Starts a child process with lower priority and only the given environment, so it gets no secrets. It keeps
 * this process alive only during a job.
 */
export function startChild(
  entry: string,
  { env = {}, execArgv = [] }: { env?: Record<string, string>; execArgv?: string[] } = {},
): ChildProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A running job fails when its process exits. An idle process that fails is not used again.
  child.on('error', () => child.kill('SIGKILL'));
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.unref();
  child.channel?.unref();
  return child;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Ignore the error, because the priority is optional. Changing it may be forbidden, or the process may
    // have exited.
  }
}

async function resultOf<Result>(child: ChildProcess, job: object, timeoutMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const onExit = () => reject(new ChildDiedError('The child process exited during a job.'));
  const timer = setTimeout(() => {
    reject(new ChildTimeoutError('A job in a child process took too long.'));
    child.kill('SIGKILL');
  }, timeoutMs);
  child.once('message', resolve).once('exit', onExit);
  child.ref();
  child.channel?.ref();
  try {
    child.send(job, (error) => error && onExit());
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onExit);
    child.unref();
    child.channel?.unref();
  }
}
