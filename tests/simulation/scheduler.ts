import { setImmediate as nextImmediate, setTimeout as pause } from 'node:timers/promises';
import type { Scheduler } from 'fast-check';
import { minutes } from '#platform/time.ts';

/** Faults of a use of the database, the disk, the card provider or the mail server. */
export const faults = [
  'connection refused',
  'response lost',
  'killed before',
  'killed after',
  'stalled',
  'disk full',
] as const;
/**
 * Further error responses of the card provider (connection.ts). Other services refuse the connection instead.
 */
export const providerErrors = [
  'server error',
  'server error after success',
  'conflict',
  'rate limited',
] as const;
export type Fault = (typeof faults | typeof providerErrors)[number];

/** The process was killed, so its work ends here without a response. */
export class ProcessKilledError extends Error {}
/** The operation was not done, or it was done and its response got lost. */
export class ConnectionError extends Error {}

/** SQLite's error for a full disk. */
class DiskFullError extends ConnectionError {
  readonly errcode = 13;
}

/** One process of the server, from start to end. */
export type ProcessState = { hasEnded: boolean };

/** Decides when a task may run. */
export type TaskScheduler = Pick<Scheduler, 'schedule' | 'waitFor' | 'waitIdle'>;

/** Runs all tasks concurrently, without a determined order. */
export const concurrentScheduler: TaskScheduler = {
  schedule: (task) => task,
  waitFor: (task) => task,
  waitIdle: async () => {},
};

const MAX_PAUSE_MS = 5;
/** A process that stalls for this long loses its leases. */
const STALL_MS = minutes(2);
const TASKS_PER_STALL = 30;
/**
 * The step that sends an email's content. No other task runs between the confirmation of the lease and this
 * step, because no server can close that gap.
 */
export const EMAIL_CONTENT_STEP = 'email content';

export type SimulationRun = {
  scheduler: TaskScheduler;
  /** Faults, keyed by the number of the step. */
  faults: ReadonlyMap<number, Fault>;
  /** Range of steps in which the card provider is unreachable. */
  outage?: { from: number; until: number } | undefined;
  /** Advances the clock, in ms. */
  advanceClock(ms: number): void;
};

/** A use of something outside the process, from start to finish. */
export type Step = { name: string; processState: ProcessState; fault: Fault | undefined };

export type Simulation = ReturnType<typeof createSimulation>;

/**
 * Runs one step after another in the order of the scheduler, with the faults of the plan. Between two steps
 * all other work becomes idle, so that the same seed gives the same run.
 */
export function createSimulation() {
  let run: SimulationRun | undefined;
  let steps: string[] = [];
  let busyCount = 0;
  let faultCount = 0;
  let killCount = 0;
  let trace: string[] = [];

  /** Resolves when nothing is running except tasks that wait for the scheduler. */
  async function waitUntilIdle(): Promise<void> {
    for (let idleTicks = 0; idleTicks < 3; idleTicks = busyCount === 0 ? idleTicks + 1 : 0)
      await nextImmediate();
  }

  /** Stalls the process while other tasks run. */
  async function stall(name: string, processState: ProcessState): Promise<void> {
    run?.advanceClock(STALL_MS);
    for (let task = 0; task < TASKS_PER_STALL; task += 1)
      await run?.scheduler.schedule(Promise.resolve(), `${name} stalls`);
    if (processState.hasEnded) throw new ProcessKilledError();
  }

  function kill(processState: ProcessState): never {
    processState.hasEnded = true;
    killCount += 1;
    throw new ProcessKilledError();
  }

  return {
    waitUntilIdle,
    isRunning: () => run !== undefined,
    /** Names of the steps of this run, in order. */
    steps: (): readonly string[] => steps,
    trace: () => trace,
    note: (line: string) => void trace.push(line),
    /** Number of faults since the simulation was created. Kills are included. */
    faultsSeen: () => faultCount,
    kills: () => killCount,

    /**
     * Starts a run, in which steps wait for the scheduler. Without a run, which `undefined` ends, steps
     * happen immediately.
     */
    start(next: SimulationRun | undefined): void {
      run = next;
      if (!next) return;
      steps = [];
      trace = [];
    },

    /** Waits until the scheduler runs a task that is not a step of the server. */
    async waitForTask(name: string): Promise<void> {
      await run?.scheduler.schedule(Promise.resolve(), name);
    },

    /**
     * Starts a step when the scheduler allows it. `canRespondWithErrors`: the step is a call of the provider,
     * which can send error responses.
     */
    async startStep(name: string, processState: ProcessState, canRespondWithErrors = false): Promise<Step> {
      if (!run) return { name, processState, fault: undefined };
      if (name !== EMAIL_CONTENT_STEP) await run.scheduler.schedule(Promise.resolve(), name);
      if (processState.hasEnded) throw new ProcessKilledError();
      const { from = 0, until = 0 } = (canRespondWithErrors && run.outage) || {};
      const isUnreachable = from <= steps.length && steps.length < until;
      const fault = run.faults.get(steps.length) ?? (isUnreachable ? 'connection refused' : undefined);
      trace.push(`${String(steps.length).padStart(4)} ${name}${fault ? `: ${fault}` : ''}`);
      steps.push(name);
      if (fault) faultCount += 1;
      if (fault === 'killed before') kill(processState);
      if (fault === 'stalled' && name !== EMAIL_CONTENT_STEP) await stall(name, processState);
      if (fault === 'disk full' && name === 'database') throw new DiskFullError('database or disk is full');
      if (isConnectionRefused(fault, canRespondWithErrors))
        throw new ConnectionError(`${name}: connection refused`);
      busyCount += 1;
      return { name, processState, fault };
    },

    /** Finishes a step. Call it once for each started step. */
    finishStep({ name, processState, fault }: Step): void {
      if (!run) return;
      busyCount -= 1;
      if (processState.hasEnded) throw new ProcessKilledError();
      if (fault === 'killed after') kill(processState);
      if (fault === 'response lost') throw new ConnectionError(`${name}: response lost`);
    },

    /** Delays transactions randomly with the concurrent scheduler, so that they overlap. */
    randomDelay: () =>
      run?.scheduler === concurrentScheduler ? pause(Math.random() * MAX_PAUSE_MS) : undefined,

    /**
     * Marks the start of work without faults that does not wait for the scheduler, such as the provider's own
     * database access.
     */
    backgroundStarted() {
      busyCount += 1;
    },
    backgroundFinished() {
      busyCount -= 1;
    },
  };
}

const isConnectionRefused = (fault: Fault | undefined, canRespondWithErrors: boolean): boolean =>
  fault === 'connection refused' ||
  fault === 'disk full' ||
  (!canRespondWithErrors && providerErrors.some((providerError) => providerError === fault));
