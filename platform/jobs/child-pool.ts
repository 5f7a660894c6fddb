import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { seconds } from '../time.ts';

/** The process ended in the middle of a job, or could not be started: killed, out of memory, a crash of a library. */
export class ChildDiedError extends Error {}
/** The job took longer than it may, and its process was ended. */
export class ChildTimeoutError extends Error {}

/** Processes that each do one job at a time, for work that would hold up whoever responds. */
export type ChildPool<Job, Result> = {
  /**
   * Starts a process when none is free. When it dies, another one tries the job once more: perhaps it was not this job's
   * fault.
   * @throws ChildDiedError, ChildTimeoutError
   */
  perform(job: Job): Promise<Result>;
  /** The processes that are there, at work or not. */
  pids(): number[];
  close(): void;
};

export type ChildPoolOptions<Result> = {
  start: () => ChildProcess;
  timeoutMs: number;
  /** A process that has had nothing to do for so long is ended, and its memory goes back to the system. */
  idleMs?: number;
  /** Whether the process is to be ended after this result. */
  isSpent?: (result: Result) => boolean;
};

type Child = { process: ChildProcess; pid: number; idle?: NodeJS.Timeout };

/** How many run at once is for the caller to decide. */
export function createChildPool<Job extends object, Result>({
  start,
  timeoutMs,
  idleMs = seconds(15),
  isSpent = () => false,
}: ChildPoolOptions<Result>): ChildPool<Job, Result> {
  const all = new Set<Child>();
  const free: Child[] = [];

  function take(): Child {
    for (let next = free.pop(); next; next = free.pop()) {
      clearTimeout(next.idle);
      if (isAlive(next)) return next;
      all.delete(next);
    }
    const child = startOne();
    all.add(child);
    return child;
  }

  function startOne(): Child {
    try {
      const process = start();
      // Some shortages are thrown by fork, others (no file handle, no process left) only show here.
      if (process.pid === undefined) throw new Error('No process could be started.');
      return { process, pid: process.pid };
    } catch (cause) {
      throw new ChildDiedError('The system has no room for another process.', { cause });
    }
  }

  function release(child: Child): void {
    child.idle = setTimeout(() => {
      free.splice(free.indexOf(child), 1);
      end(child);
    }, idleMs).unref();
    free.push(child);
  }

  function end(child: Child): void {
    clearTimeout(child.idle);
    all.delete(child);
    child.process.kill('SIGKILL');
  }

  async function tryOnce(job: Job): Promise<Result> {
    const child = take();
    try {
      const result = await resultOf<Result>(child.process, job, timeoutMs);
      if (isSpent(result)) end(child);
      return result;
    } finally {
      if (all.has(child)) {
        if (isAlive(child)) release(child);
        else end(child);
      }
    }
  }

  return {
    perform: (job) =>
      tryOnce(job).catch((error: unknown) => {
        if (error instanceof ChildDiedError) return tryOnce(job);
        throw error;
      }),
    pids: () => [...all].map(({ pid }) => pid),
    close() {
      for (const child of all) end(child);
    },
  };
}

const isAlive = ({ process }: Child): boolean => process.connected && !process.killed;

/**
 * Starts a process at a lower priority that gets no settings but these, so no secret either. It keeps this process from
 * ending only while it does a job.
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
  // A job learns of it by the end of its process; a process that fails without one is simply not used again.
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
    // Not allowed here, or it is gone already: the work is done all the same.
  }
}

async function resultOf<Result>(child: ChildProcess, job: object, timeoutMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const died = () => reject(new ChildDiedError('A process ended in the middle of a job.'));
  const timer = setTimeout(() => {
    reject(new ChildTimeoutError('A job took too long.'));
    child.kill('SIGKILL');
  }, timeoutMs);
  child.once('message', resolve).once('exit', died);
  child.ref();
  child.channel?.ref();
  try {
    child.send(job, (error) => error && died());
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', died);
    child.unref();
    child.channel?.unref();
  }
}
