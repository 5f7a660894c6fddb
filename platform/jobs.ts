/** Work done again and again while the server runs. */
export type Job = {
  name: string;
  everyMs: number;
  /** Of several servers on one database one runs each round (alone.ts). */
  alone?: boolean;
  run: () => Promise<unknown>;
  /** Whether more is to do at once, given the result of the last round: then the next one begins without a pause. */
  again?: (result: unknown) => boolean;
};

export type RunningJobs = {
  /** Starts no new round and waits for those under way. */
  stop(): Promise<void>;
};

/**
 * Runs each job at once and then `everyMs` after its last end, or at once while `again` says so. A round that fails is
 * reported and tried again.
 */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (error: unknown, job: string) => void,
): RunningJobs {
  const stopping = Promise.withResolvers<void>();
  let stopped = false;

  async function keepRunning(job: Job): Promise<void> {
    while (!stopped) if (!(await hasMore(job))) await pause(job.everyMs, stopping.promise);
  }

  async function hasMore({ name, run, again }: Job): Promise<boolean> {
    try {
      const result = await run();
      return again?.(result) ?? false;
    } catch (error) {
      onFailure(error, name);
      return false;
    }
  }

  const running = Promise.all(jobs.map(keepRunning));
  return {
    async stop() {
      stopped = true;
      stopping.resolve();
      await running;
    },
  };
}

async function pause(ms: number, until: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, until]);
  clearTimeout(timer);
}
