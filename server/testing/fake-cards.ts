import { AppError } from '#platform/errors.ts';
import type { CardEvent, Cards, PayableIntent } from '#server/integrations/cards.ts';

/** Creates a fake card provider for tests of the rules. `pay` does what the browser would do. */
export function createFakeCards(clock: () => number) {
  const intents = new Map<string, PayableIntent>();
  const byKey = new Map<string, PayableIntent>();
  const events: CardEvent[] = [];
  const refunded: string[] = [];
  let away = false;
  let failing = false;
  let refusal: string | undefined;
  const disputes = new Map<string, string>();

  const reach = () => {
    if (away) throw new AppError('unavailable');
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
  const giveBack = (id: string, amount?: number) => {
    const { amount: whole = 0, refundedAmount: before = 0 } = intents.get(id) ?? {};
    const refundedAmount = amount === undefined ? whole : before + amount;
    return change(id, { refundedAmount, refunded: refundedAmount === whole }, 'refund');
  };
  const cards: Cards = {
    provider: 'sandbox',
    publishableKey: 'pk_test_pretend',
    async createIntent({ idempotencyKey, ...rest }) {
      reach();
      if (failing) return undefined;
      const known = byKey.get(idempotencyKey);
      if (known) return known;
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
      reach();
      return intents.get(id);
    },
    async cancelIntent(id) {
      reach();
      return intents.get(id)?.status === 'open' ? change(id, { status: 'canceled' }) : intents.get(id);
    },
    async refund(id) {
      reach();
      if (refusal) return { outcome: 'refused', reason: refusal };
      refunded.push(id);
      giveBack(id);
      return { outcome: 'on-its-way' };
    },
    async findDispute(id) {
      reach();
      return disputes.get(id);
    },
    async *listEvents(since, before = Number.POSITIVE_INFINITY) {
      reach();
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
    giveBack,
    /** Sets the provider's status of a dispute. */
    dispute: (id: string, status: string) => {
      disputes.set(id, status);
      return change(id, {}, 'dispute');
    },
    /** Fails a refund that had succeeded: the donor's bank returned it. */
    failRefund: (id: string) => change(id, { refunded: false, refundedAmount: 0 }, 'refund-failed'),
    /** Rejects refunds with this reason. */
    refuseRefunds: (reason: string | undefined = 'expired_or_canceled_card') => {
      refusal = reason;
    },
    acceptRefunds: () => {
      refusal = undefined;
    },
    goAway: (gone: boolean) => {
      away = gone;
    },
    /** Responds with server errors. */
    fail: (fails: boolean) => {
      failing = fails;
    },
  };
}
