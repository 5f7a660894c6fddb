export type ConcurrencyLimit = {
  /**
   * Runs `work`. Throws the error of `createError` when the key already has the maximum number of runs in
   * flight.
   */
  <Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns the total number of runs in flight, for all keys together. */
  inFlight(): number;
};

export function createConcurrencyLimit(max: number, createError: () => Error): ConcurrencyLimit {
  const inFlight = new Map<string, number>();
  let total = 0;
  const run = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const count = inFlight.get(key) ?? 0;
    if (count >= max) throw createError();
    inFlight.set(key, count + 1);
    total += 1;
    try {
      return await work();
    } finally {
      total -= 1;
      const remaining = (inFlight.get(key) ?? 1) - 1;
      if (remaining > 0) inFlight.set(key, remaining);
      else inFlight.delete(key);
    }
  };
  return Object.assign(run, { inFlight: () => total });
}
