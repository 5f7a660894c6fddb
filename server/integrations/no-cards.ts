import { AppError } from '#platform/errors.ts';
import type { CardProvider } from './cards.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('unavailable');
};

/** The adapter of a site that takes no payments: in production without Stripe. */
export const noCards: CardProvider = {
  provider: 'none',
  publishableKey: '',
  createIntent: refuse,
  findIntent: refuse,
  cancelIntent: refuse,
  refund: refuse,
  findDispute: refuse,
  listEvents() {
    throw new AppError('unavailable');
  },
  async readEvent() {
    throw new AppError('bad-signature');
  },
};
