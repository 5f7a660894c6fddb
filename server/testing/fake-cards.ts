import { AppError } from '#platform/errors.ts';
import type { CardEvent, PayableIntent } from '#server/integrations/card-intents.ts';
import type { CardProvider } from '#server/integrations/cards.ts';

/** Creates a fake card provider for tests of the rules. `pay` does what the browser would do. */
export function createFakeCards(clock: () => number) {
  const intents = new Map<string, PayableIntent>();
  const byKey = new Map<string, PayableIntent>();
  const events: CardEvent[] = [];
  const refunded: string[] = [];
  let isUnavailable = false;
  let isFailing = false;
  let isProcessing = false;
  let rejection: string | undefined;
  const disputes = new Map<string, string>();

  const assertAvailable = () => {
    if (isUnavailable) throw new AppError('unavailable');
  };
  /** Sets the state of an intent and adds an event about it. */
  const put = (intent: PayableIntent, about: CardEvent['about'] = 'payment') => {
    intents.set(intent.id, intent);
    events.push({
      id: `evt_${events.length + 1}`,
      at: Math.floor(clock() / 1000) * 1000,
      about,
      intent,
    });
    return intent;
  };
  const change = (id: string, changes: Partial<PayableIntent>, about?: CardEvent['about']) => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`There is no ${id}.`);
    return put({ ...intent, ...changes }, about);
  };
  /** Refunds the given amount, or all that is left. */
  const refundAtProvider = (id: string, amount?: number) => {
    const { amount: total = 0, refundedAmount: before = 0 } = intents.get(id) ?? {};
    const refundedAmount = amount === undefined ? total : before + amount;
    return change(id, { refundedAmount, refunded: refundedAmount === total }, 'refund');
  };
  const cards: CardProvider = {
    provider: 'sandbox',
    publishableKey: 'pk_test_pretend',
    async createIntent({ idempotencyKey, ...rest }) {
      assertAvailable();
      if (isFailing) return undefined;
      const existing = byKey.get(idempotencyKey);
      if (existing) return existing;
      const id = `pi_${intents.size + 1}`;
      const intent = put({
        ...rest,
        id,
        clientSecret: `${id}_secret`,
        status: 'open',
        paidAt: undefined,
        refunded: false,
        refundedAmount: 0,
      });
      byKey.set(idempotencyKey, intent);
      return intent;
    },
    async findIntent(id) {
      assertAvailable();
      return intents.get(id);
    },
    async cancelIntent(id) {
      assertAvailable();
      const intent = intents.get(id);
      return intent?.status === 'open' && !isProcessing ? change(id, { status: 'canceled' }) : intent;
    },
    async refund(id) {
      assertAvailable();
      if (rejection) return { outcome: 'rejected', reason: rejection };
      refunded.push(id);
      refundAtProvider(id);
      return { outcome: 'accepted' };
    },
    async findDispute(id) {
      assertAvailable();
      return disputes.get(id);
    },
    async *listEvents(since, before = Number.POSITIVE_INFINITY) {
      assertAvailable();
      yield* events.filter(({ at }) => at >= since && at < before).reverse();
    },
    async readEvent() {
      throw new AppError('bad-signature');
    },
  };
  return {
    cards,
    events,
    refunded,
    intents,
    put,
    pay: (id: string) => change(id, { status: 'succeeded', paidAt: clock() }),
    /** Refunds at the provider, outside of our site. */
    refundAtProvider,
    /** Sets the provider's status of a dispute. */
    dispute: (id: string, status: string) => {
      disputes.set(id, status);
      return change(id, {}, 'dispute');
    },
    /** Fails a refund that had succeeded, because the donor's bank returned it. */
    failRefund: (id: string) => change(id, { refunded: false, refundedAmount: 0 }, 'refund-failed'),
    /** Rejects refunds with this reason. */
    rejectRefunds: (reason: string | undefined = 'expired_or_canceled_card') => {
      rejection = reason;
    },
    acceptRefunds: () => {
      rejection = undefined;
    },
    /** Sets whether the bank is processing the open intents, so that they cannot be canceled. */
    setProcessing: (processing: boolean) => {
      isProcessing = processing;
    },
    setUnavailable: (gone: boolean) => {
      isUnavailable = gone;
    },
    /** Sets whether the provider responds with server errors. */
    setFailing: (fails: boolean) => {
      isFailing = fails;
    },
  };
}
