/** Work done again and again while the server runs. */
export type Job = {
  name: string;
  everyMs: number;
  /** Of several servers on one database one runs each round (alone.ts). */
  alone?: boolean;
  run: () => Promise<unknown>;
};

export type RunningJobs = {
  /** Starts no new round and waits for those under way. */
  stop(): Promise<void>;
};

/** Runs each job at once and then `everyMs` after its last end; a round that fails is told and tried again. */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (error: unknown, job: string) => void,
): RunningJobs {
  const stopping = Promise.withResolvers<void>();
  let stopped = false;

  async function keepRunning({ name, everyMs, run }: Job): Promise<void> {
    while (!stopped) {
      await run().catch((error: unknown) => onFailure(error, name));
      await pause(everyMs, stopping.promise);
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
