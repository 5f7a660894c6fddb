import { AppError } from '#platform/errors.ts';
import type { Cards, Intent } from '#server/third-parties/cards.ts';

/** A card provider of a few lines for the rules' own tests; `pay` is what the browser would do. */
export function pretendCards() {
  const intents = new Map<string, Intent>();
  const byKey = new Map<string, Intent>();
  const refunded: string[] = [];
  let away = false;

  const reach = () => {
    if (away) throw new AppError('unavailable');
  };
  const put = (intent: Intent) => {
    intents.set(intent.id, intent);
    return intent;
  };
  const cards: Cards = {
    provider: 'sandbox',
    publishableKey: 'pk_test_pretend',
    async createIntent({ appointmentId, amount, currency, idempotencyKey }) {
      reach();
      const id = `pi_${intents.size + 1}`;
      const known = byKey.get(idempotencyKey);
      if (known) return known;
      const intent = put({
        id,
        clientSecret: `${id}_secret`,
        status: 'open',
        amount,
        currency,
        appointmentId,
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
      const intent = intents.get(id);
      return intent?.status === 'open' ? put({ ...intent, status: 'canceled' }) : intent;
    },
    async refund(id) {
      reach();
      refunded.push(id);
    },
    async readEvent() {
      throw new AppError('bad-signature');
    },
  };
  return {
    cards,
    refunded,
    intents,
    put,
    pay(id: string) {
      const intent = intents.get(id);
      if (intent) put({ ...intent, status: 'succeeded' });
    },
    goAway: (gone: boolean) => {
      away = gone;
    },
  };
}
