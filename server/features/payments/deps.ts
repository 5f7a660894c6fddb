import type { Core } from '#server/core.ts';

export type PaymentDeps = Pick<
  Core,
  | 'db'
  | 'clock'
  | 'cards'
  | 'outbox'
  | 'publicUrl'
  | 'siteName'
  | 'siteLook'
  | 'languages'
  | 'siteId'
  | 'onPaymentStep'
  | 'onOperatorAlert'
>;
