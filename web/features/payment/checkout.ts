import { type CheckoutOutcome, canEnterCard, isRenewed } from './outcome.ts';
import type { CardResult, PaymentIntent } from './payment-intent.ts';
import type { SaveFailure } from './save-payment.ts';

/** What the checkout needs from outside; none shows anything. */
export type CheckoutDeps = {
  /** How the charge stands at the card provider. Rejects when no answer came. */
  retrieve(clientSecret: string): Promise<CardResult>;
  /** The client secret of a new charge in place of one that was given up. Rejects when there is none. */
  renew(): Promise<string>;
  /** Tells the product server; answers what went wrong, or nothing. */
  save(transactionId: string): Promise<SaveFailure | undefined>;
  wait(milliseconds: number): Promise<void>;
};

/** Asks the provider for something about the charge of that client secret. Rejects when no answer came. */
export type PaymentAttempt = (clientSecret: string) => Promise<CardResult>;

const savePauses = [1_000, 3_000];

/**
 * The charge of one appointment, from the card to our own record. Two presses are one, a press waits for a look that
 * is under way, and once the provider has said 'succeeded' no step confirms again: what is left is saving.
 */
export function checkout(ports: CheckoutDeps, firstSecret: string) {
  let secret = firstSecret;
  let looking: Promise<CheckoutOutcome> | undefined;
  let trying: Promise<CheckoutOutcome> | undefined;
  let charged: string | undefined;
  // Whoever comes to a charge that has succeeded is told so; whoever finds it paid by another tab is not.
  let awaited = true;
  let unanswered = false;

  async function save(transactionId: string): Promise<CheckoutOutcome> {
    let failure = await ports.save(transactionId);
    for (const pause of savePauses) {
      if (failure !== 'unreachable') break;
      await ports.wait(pause);
      failure = await ports.save(transactionId);
    }
    return failure ? { kind: 'unsaved', transactionId, failure } : { kind: 'paid', transactionId, awaited };
  }

  async function settle({ id, status, refusal }: PaymentIntent): Promise<CheckoutOutcome> {
    switch (status) {
      case 'succeeded':
        charged = id;
        return save(id);
      case 'requires_action':
        return { kind: 'authentication' };
      case 'processing':
      case 'requires_capture':
        return { kind: 'processing' };
    }
    // A card whose answer was lost may still be charged: that would be news.
    awaited = unanswered;
    if (status === 'canceled') return renew();
    return refusal ? { kind: 'declined', error: refusal } : { kind: 'open' };
  }

  async function renew(): Promise<CheckoutOutcome> {
    try {
      secret = await ports.renew();
      awaited = unanswered = false;
      return { kind: 'open', renewed: true };
    } catch {
      return { kind: 'no-answer', to: 'look' };
    }
  }

  async function look(): Promise<CheckoutOutcome> {
    if (charged) return save(charged);
    const answer = await ports.retrieve(secret).catch(() => undefined);
    if (!answer) return { kind: 'no-answer', to: 'look' };
    return 'error' in answer ? { kind: 'declined', error: answer.error } : settle(answer.charge);
  }

  async function attempt(ask: PaymentAttempt): Promise<CheckoutOutcome> {
    awaited = true;
    const before = unanswered;
    const answer = await ask(secret).catch(() => undefined);
    unanswered = !answer;
    if (!answer) return mayTryAgain(await look());
    if ('charge' in answer) return settle(answer.charge);
    const declined = { kind: 'declined', error: answer.error } as const;
    // A refusal of the second press because the first, never answered, had succeeded: that is good news here.
    awaited = before;
    if (answer.error.code !== 'payment_intent_unexpected_state') return declined;
    const now = await look();
    return canEnterCard(now) && !isRenewed(now) ? declined : now;
  }

  async function afterLook(ask: PaymentAttempt): Promise<CheckoutOutcome> {
    const before = await looking;
    if (charged) return before?.kind === 'paid' ? before : save(charged);
    return before && isRenewed(before) ? before : attempt(ask);
  }

  /** How it stands now; joins what is under way. */
  function resume(): Promise<CheckoutOutcome> {
    if (trying) return trying;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    resume,
    /** Confirms with a card, or lets the bank ask about one. */
    pay(ask: PaymentAttempt): Promise<CheckoutOutcome> {
      trying ??= afterLook(ask).finally(() => {
        trying = undefined;
      });
      return trying;
    },
  };
}

/** Nobody answered. A refusal found now may be that of the card before, so it is not told as this one's. */
function mayTryAgain(now: CheckoutOutcome): CheckoutOutcome {
  const unsure = canEnterCard(now) || now.kind === 'no-answer';
  return unsure && !isRenewed(now) ? { kind: 'no-answer', to: 'card' } : now;
}
