const unfinished = new Set<Promise<unknown>>();

/** Delays a reload after another tab's sign-in or sign-out until this payment has ended. */
export function delayReload<Result>(payment: Promise<Result>): Promise<Result> {
  unfinished.add(payment);
  const remove = () => void unfinished.delete(payment);
  payment.then(remove, remove);
  return payment;
}

/** Waits until all payments in progress on this page have ended. */
export const waitForPayments = (): Promise<unknown> => Promise.allSettled(unfinished);
