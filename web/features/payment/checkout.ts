import { delayReload } from '#web/auth/delay-reload.ts';
import { type CheckoutOutcome, canEnterCard, isRenewed } from './outcome.ts';
import type { CardResult, PaymentIntent } from './payment-intent.ts';
import type { SaveFailure } from './save-payment.ts';

export type CheckoutDeps = {
  /** Gets the PaymentIntent from the card provider. Rejects if there is no response. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /**
   * Returns the client secret of a new PaymentIntent that replaces a canceled one. Rejects when none was
   * created.
   */
  renew(): Promise<string>;
  /** Saves the payment on our server. Returns the failure, or undefined. */
  save(transactionId: string): Promise<SaveFailure | undefined>;
  wait(milliseconds: number): Promise<void>;
};

/** Confirms or authenticates the PaymentIntent at the provider. Rejects if there is no response. */
export type PaymentAttempt = (clientSecret: string) => Promise<CardResult>;

const SAVE_RETRY_DELAYS_MS = [1_000, 3_000];

/**
 * Pays for one appointment: confirms the PaymentIntent, then saves the payment. Concurrent calls of `pay`
 * share one attempt, and an attempt waits for a running check. After `succeeded` nothing is confirmed again,
 * only saved.
 */
export function createCheckout(deps: CheckoutDeps, firstSecret: string) {
  let secret = firstSecret;
  let checking: Promise<CheckoutOutcome> | undefined;
  let paying: Promise<CheckoutOutcome> | undefined;
  let succeededId: string | undefined;
  // Whether to announce a success. A success found when the page opens is announced, one from another tab is
  // not.
  let shouldAnnounce = true;
  // Whether the last attempt got no response, so that it may still succeed.
  let isAttemptUnresolved = false;

  async function save(transactionId: string): Promise<CheckoutOutcome> {
    let failure = await deps.save(transactionId);
    for (const delay of SAVE_RETRY_DELAYS_MS) {
      if (failure !== 'unreachable') break;
      await deps.wait(delay);
      failure = await deps.save(transactionId);
    }
    return failure
      ? { kind: 'unsaved', transactionId, failure }
      : { kind: 'paid', transactionId, shouldAnnounce };
  }

  async function toOutcome({ id, status, lastPaymentError }: PaymentIntent): Promise<CheckoutOutcome> {
    switch (status) {
      case 'succeeded':
        succeededId = id;
        return save(id);
      case 'requires_action':
        return { kind: 'authentication' };
      case 'processing':
      case 'requires_capture':
        return { kind: 'processing' };
    }
    // An unresolved attempt may still succeed, and its success must be announced.
    shouldAnnounce = isAttemptUnresolved;
    if (status === 'canceled') return renew();
    return lastPaymentError ? { kind: 'declined', error: lastPaymentError } : { kind: 'open' };
  }

  async function renew(): Promise<CheckoutOutcome> {
    try {
      secret = await deps.renew();
      shouldAnnounce = isAttemptUnresolved = false;
      return { kind: 'open', renewed: true };
    } catch {
      return { kind: 'no-response', next: 'check' };
    }
  }

  async function check(): Promise<CheckoutOutcome> {
    if (succeededId) return save(succeededId);
    const result = await deps.retrieve(secret).catch(() => undefined);
    if (!result) return { kind: 'no-response', next: 'check' };
    return 'error' in result ? { kind: 'declined', error: result.error } : toOutcome(result.paymentIntent);
  }

  async function runAttempt(attempt: PaymentAttempt): Promise<CheckoutOutcome> {
    shouldAnnounce = true;
    const wasUnresolved = isAttemptUnresolved;
    const result = await delayReload(attempt(secret)).catch(() => undefined);
    isAttemptUnresolved = !result;
    if (!result) return afterNoResponse(await check());
    if ('paymentIntent' in result) return toOutcome(result.paymentIntent);
    const declined = { kind: 'declined', error: result.error } as const;
    // The PaymentIntent has ended. If our previous attempt got no response, it may be the one that succeeded.
    shouldAnnounce = wasUnresolved;
    if (result.error.code !== 'payment_intent_unexpected_state') return declined;
    const current = await check();
    return canEnterCard(current) && !isRenewed(current) ? declined : current;
  }

  async function payAfterCheck(attempt: PaymentAttempt): Promise<CheckoutOutcome> {
    const checked = await checking;
    if (succeededId) return checked?.kind === 'paid' ? checked : save(succeededId);
    return checked && isRenewed(checked) ? checked : runAttempt(attempt);
  }

  /** Gets the current outcome. Joins a running attempt or check. */
  function resume(): Promise<CheckoutOutcome> {
    if (paying) return paying;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  return {
    resume,
    /** Runs the attempt: confirms with a card, or starts the bank's authentication. */
    pay(attempt: PaymentAttempt): Promise<CheckoutOutcome> {
      paying ??= payAfterCheck(attempt).finally(() => {
        paying = undefined;
      });
      return paying;
    },
  };
}

/** Offers the card form again, without an error that may belong to the previous card. */
function afterNoResponse(current: CheckoutOutcome): CheckoutOutcome {
  const isUnknown = canEnterCard(current) || current.kind === 'no-response';
  return isUnknown && !isRenewed(current) ? { kind: 'no-response', next: 'card' } : current;
}
