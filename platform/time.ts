/**
 * Returns milliseconds since 1970. A clock is passed as an argument wherever time matters, so that tests can
 * control time.
 */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

/** Resolves like `work`, but rejects after `ms` milliseconds. The work itself is not canceled. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  timeoutError: () => Error = () => new Error(`No response within ${ms} ms.`),
): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutError()), ms);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
