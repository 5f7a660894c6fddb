/** Runs `work`. Throws the error of the limit when the key already has the maximum number of runs in flight. */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createConcurrencyLimit(max: number, createError: () => Error): ConcurrencyLimit {
  const inFlight = new Map<string, number>();
  return async (key, work) => {
    const count = inFlight.get(key) ?? 0;
    if (count >= max) throw createError();
    inFlight.set(key, count + 1);
    try {
      return await work();
    } finally {
      const remaining = (inFlight.get(key) ?? 1) - 1;
      if (remaining > 0) inFlight.set(key, remaining);
      else inFlight.delete(key);
    }
  };
}
