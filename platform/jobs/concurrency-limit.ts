/** Runs `work`, or throws the error of the limit when as much as `max` is under way for this key already. */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createConcurrencyLimit(max: number, createError: () => Error): ConcurrencyLimit {
  const underWay = new Map<string, number>();
  return async (key, work) => {
    const own = underWay.get(key) ?? 0;
    if (own >= max) throw createError();
    underWay.set(key, own + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    }
  };
}
