/** As that work, but not for longer than so many ms; what it does afterwards concerns nobody. */
export async function withTimeout<Result>(
  ms: number,
  work: Promise<Result>,
  tooLate: () => Error = () => new Error(`No answer within ${ms} ms.`),
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate()), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
