import { AppError } from '#platform/errors.ts';
import type { CardEvent, Cards, PayableIntent } from '#server/third-parties/cards.ts';

/** A card provider of a few lines for the rules' own tests; `pay` is what the browser would do. */
export function pretendCards(clock: () => number) {
  const intents = new Map<string, PayableIntent>();
  const byKey = new Map<string, PayableIntent>();
  const events: CardEvent[] = [];
  const refunded: string[] = [];
  let away = false;
  let failing = false;
  let stubborn = false;

  const reach = () => {
    if (away) throw new AppError('unavailable');
  };
  /** The intent stands like this from now on, and an event says so. */
  const put = (intent: PayableIntent) => {
    intents.set(intent.id, intent);
    events.push({
      id: `evt_${events.length + 1}`,
      at: Math.floor(clock() / 1000) * 1000,
      about: 'payment',
      intent,
    });
    return intent;
  };
  const change = (id: string, changes: Partial<PayableIntent>) => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`There is no ${id}.`);
    return put({ ...intent, ...changes });
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
      if (stubborn) return 'refused';
      refunded.push(id);
      change(id, { refunded: true });
      return 'on-its-way';
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
    /** As somebody does at the provider's own site. */
    giveBack: (id: string) => change(id, { refunded: true }),
    /** The donor's bank takes no money back. */
    refuseRefunds: () => {
      stubborn = true;
    },
    goAway: (gone: boolean) => {
      away = gone;
    },
    /** It answers, and with a fault of its own. */
    fail: (fails: boolean) => {
      failing = fails;
    },
  };
}
