import type { Job } from '../job.ts';
import type { Log } from './log.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

const TICK_MS = 100;
/** Users notice a delay longer than this. */
const BLOCKED_MS = 250;
const LOG_EVERY_MS = 10_000;
const MAX_LISTED_TASKS = 5;

export type Watchdog = {
  /**
   * Runs a request or a job. Its name, which must not contain personal data, is logged if the event loop was
   * blocked.
   */
  watch<T>(name: () => string, run: () => Promise<T>): Promise<T>;
  /** Wraps a job with `watch`. */
  watchJob(job: Job): Job;
  stop(): void;
};

type Task = { name: () => string; startedAt: number };

const endedName = () => '';
/** Elapsed time and CPU time of this thread, in ms. */
type Times = { now: number; cpu: number };

/**
 * Logs when the event loop was blocked for more than 250 ms of CPU time. Lists tasks that ended in that time,
 * longest first, then those still running. Excludes time in which the process did not run.
 */
export function createWatchdog(
  log: Log,
  metrics?: MetricsRegistry,
  times: () => Times = threadTimes,
): Watchdog {
  const count = metrics?.counter(
    'event_loop_blocked_seconds_total',
    'Time in which the event loop was blocked for more than 250 ms.',
  );
  const active = new Set<Task>();
  /** Stores texts instead of tasks, because a task keeps its request in memory. */
  let endedTasks: { name: string; ms: number }[] = [];
  let last = times();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;

  function check(): void {
    const previous = last;
    const endedInTick = endedTasks;
    last = times();
    endedTasks = [];
    const blockedMs = Math.min(last.now - previous.now - TICK_MS, last.cpu - previous.cpu);
    if (blockedMs < BLOCKED_MS) return;
    count?.({}, blockedMs / 1000);
    if (last.now - loggedAt < LOG_EVERY_MS) {
      unlogged += 1;
      return;
    }
    const newestFirst = [...active].sort((a, b) => b.startedAt - a.startedAt);
    const ended = endedInTick.sort((a, b) => b.ms - a.ms).slice(0, MAX_LISTED_TASKS);
    const others = newestFirst
      .slice(0, MAX_LISTED_TASKS - ended.length)
      .map((task) => describe(task, last.now));
    const during = [...ended, ...others].map(({ name, ms }) => `${name} (${Math.round(ms)} ms)`);
    const more = endedInTick.length + active.size - during.length;
    log.warn(
      { blockedMs: Math.round(blockedMs), during, ...(more > 0 && { more }), unlogged },
      'event loop blocked',
    );
    loggedAt = last.now;
    unlogged = 0;
  }

  const describe = ({ name, startedAt }: Task, now: number) => ({ name: name(), ms: now - startedAt });
  const timer = setInterval(check, TICK_MS).unref();
  const watch: Watchdog['watch'] = async (name, run) => {
    const task: Task = { name, startedAt: performance.now() };
    active.add(task);
    try {
      return await run();
    } finally {
      active.delete(task);
      endedTasks.push(describe(task, performance.now()));
      // Clear the name, which refers to the request, because earlier tables of the set keep the task in
      // memory until the next full garbage collection.
      task.name = endedName;
    }
  };
  return {
    watch,
    watchJob: (job) => ({ ...job, run: () => watch(() => `job ${job.name}`, job.run) }),
    stop: () => clearInterval(timer),
  };
}

function threadTimes(): Times {
  const { user, system } = process.threadCpuUsage();
  return { now: performance.now(), cpu: (user + system) / 1000 };
}
