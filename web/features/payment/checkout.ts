import type { CardAnswer, Charge } from './charge.ts';
import type { SaveFailure } from './save-payment.ts';

/** What the checkout needs from outside; each rejects or answers, none shows anything. */
export type CheckoutPorts = {
  /** How the charge stands at the card provider. Rejects when no answer came. */
  retrieve(): Promise<CardAnswer>;
  /** Tells the product server; answers what went wrong, or nothing. */
  save(transactionId: string): Promise<SaveFailure | undefined>;
  wait(milliseconds: number): Promise<void>;
};

export type CheckoutOutcome =
  | { kind: 'open' }
  | { kind: 'paid'; transactionId: string }
  | { kind: 'declined'; message: string }
  | { kind: 'unfinished'; status: Charge['status'] }
  | { kind: 'unsaved'; transactionId: string; failure: SaveFailure }
  | { kind: 'no-answer' };

const savePauses = [1_000, 3_000];

/**
 * One charge of one appointment, from the card to our own record. Steps asked for while one runs join it,
 * and once the provider has said 'succeeded' no step confirms again: what is left is saving.
 */
export function checkout(ports: CheckoutPorts) {
  let running: Promise<CheckoutOutcome> | undefined;
  let charged: string | undefined;

  const step = (work: () => Promise<CheckoutOutcome>): Promise<CheckoutOutcome> => {
    running ??= (charged ? save(charged) : work()).finally(() => {
      running = undefined;
    });
    return running;
  };

  async function save(transactionId: string): Promise<CheckoutOutcome> {
    let failure = await ports.save(transactionId);
    for (const pause of savePauses) {
      if (failure !== 'unreachable') break;
      await ports.wait(pause);
      failure = await ports.save(transactionId);
    }
    return failure ? { kind: 'unsaved', transactionId, failure } : { kind: 'paid', transactionId };
  }

  async function settle(charge: Charge): Promise<CheckoutOutcome> {
    if (charge.status !== 'succeeded') return { kind: 'unfinished', status: charge.status };
    charged = charge.id;
    return save(charge.id);
  }

  /** How it stands, whether or not the card was declined before: a charge without a card is open. */
  async function look(): Promise<CheckoutOutcome> {
    const answer = await ports.retrieve().catch(() => undefined);
    if (!answer) return { kind: 'no-answer' };
    if ('error' in answer) return { kind: 'declined', message: answer.error.message };
    return isOpen(answer.charge) ? { kind: 'open' } : settle(answer.charge);
  }

  async function charge(confirm: () => Promise<CardAnswer>): Promise<CheckoutOutcome> {
    const answer = await confirm().catch(() => undefined);
    if (!answer) return afterLostAnswer(await look());
    if ('charge' in answer) return settle(answer.charge);
    const declined = { kind: 'declined', message: answer.error.message } as const;
    if (answer.error.code !== 'payment_intent_unexpected_state') return declined;
    const now = await look();
    return now.kind === 'open' ? declined : now;
  }

  return {
    /** Before the form is shown: goes straight to saving when the charge has already succeeded. */
    resume: () => step(look),
    pay: (confirm: () => Promise<CardAnswer>) => step(() => charge(confirm)),
  };
}

const isOpen = ({ status }: Charge): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation';

/** Nobody answered the confirmation, and the charge is still open: it may be tried again. */
const afterLostAnswer = (now: CheckoutOutcome): CheckoutOutcome =>
  now.kind === 'open' ? { kind: 'no-answer' } : now;
