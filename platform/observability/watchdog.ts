import type { Job } from '../jobs/jobs.ts';
import type { Log } from './log.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

const TICK_MS = 100;
/** A visitor notices this. */
const BLOCKED_MS = 250;
const LOG_EVERY_MS = 10_000;
const MAX_NAMED = 5;

export type Watchdog = {
  /** Runs a request or a job; its name is logged if the event loop was blocked meanwhile. It must name no person. */
  watch<T>(name: () => string, run: () => Promise<T>): Promise<T>;
  /** The same job, watched under its name. */
  watchJob(job: Job): Job;
  stop(): void;
};

type Task = { name: () => string; beganAt: number; endedAt?: number };
/** Time that has passed, and CPU time that this thread has used, in ms. */
type Times = { now: number; cpu: number };

/**
 * Logs when this thread worked on one thing for more than 250 ms, so that nobody else was served, and what was under way:
 * first what ended then, the longest first. Time that the machine gave to others does not count.
 */
export function createWatchdog(
  log: Log,
  metrics?: MetricsRegistry,
  times: () => Times = threadTimes,
): Watchdog {
  const count = metrics?.counter(
    'event_loop_blocked_seconds_total',
    'Time in which this process served nobody because one piece of work took more than 250 ms.',
  );
  const underWay = new Set<Task>();
  let ended: Task[] = [];
  let last = times();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;

  function check(): void {
    const before = last;
    const endedNow = ended;
    last = times();
    ended = [];
    const blockedMs = Math.min(last.now - before.now - TICK_MS, last.cpu - before.cpu);
    if (blockedMs < BLOCKED_MS) return;
    count?.({}, blockedMs / 1000);
    if (last.now - loggedAt < LOG_EVERY_MS) {
      unlogged += 1;
      return;
    }
    const newestFirst = [...underWay].sort((a, b) => b.beganAt - a.beganAt);
    const tasks = [...endedNow.sort((a, b) => duration(b) - duration(a)), ...newestFirst];
    const during = tasks
      .slice(0, MAX_NAMED)
      .map((task) => `${task.name()} (${Math.round(duration(task))} ms)`);
    const more = tasks.length - during.length;
    log.warn(
      { blockedMs: Math.round(blockedMs), during, ...(more > 0 && { more }), unlogged },
      'event loop blocked',
    );
    loggedAt = last.now;
    unlogged = 0;
  }

  const duration = ({ beganAt, endedAt }: Task) => (endedAt ?? last.now) - beganAt;
  const timer = setInterval(check, TICK_MS).unref();
  const watch: Watchdog['watch'] = async (name, run) => {
    const task: Task = { name, beganAt: performance.now() };
    underWay.add(task);
    try {
      return await run();
    } finally {
      task.endedAt = performance.now();
      underWay.delete(task);
      ended.push(task);
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
