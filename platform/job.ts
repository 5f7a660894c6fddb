/** Work that is repeated while the server runs. */
export type Job = {
  name: string;
  everyMs: number;
  /** Runs on one of several servers at a time (`withJobLease`). */
  singleton?: boolean;
  run: () => Promise<unknown>;
  /**
   * Returns whether there is more to do, given the result of `run`. If true, the next run starts immediately.
   */
  again?: (result: unknown) => boolean;
  /** Ends a run that may take long, because the server stops. */
  cancel?: () => void;
};
