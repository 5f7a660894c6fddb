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
