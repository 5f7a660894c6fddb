import type { Core } from '#server/core.ts';

/** What payments need of the site. */
export type PaymentDeps = Pick<
  Core,
  'db' | 'clock' | 'cards' | 'outbox' | 'publicUrl' | 'siteId' | 'onPaymentStep' | 'onOperatorAlert'
>;
