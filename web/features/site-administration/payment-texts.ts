import { t } from '@lingui/core/macro';
import type { PaymentStep, pauseReasons, paymentActors, UndecidedPayment } from '#contract/staff-payments.ts';

export const pauseTexts: Record<(typeof pauseReasons)[number], string> = {
  owner: t`Paused by an owner. Nobody is refunded until you resume them.`,
  operator: t`Paused by the operator of this site. Nobody is refunded until you resume them.`,
  moved: t`Held, because the data was restored, copied or moved. Resume them once no other copy of the site is running.`,
};

export const stateTexts: Record<UndecidedPayment['state'], string> = {
  'refund-failed': t`Refund failed`,
  unclaimed: t`Not recorded here`,
  'refund-due': t`Refund queued`,
  disputed: t`Disputed`,
};

export const stepTexts: Record<PaymentStep, string> = {
  opened: t`Payment page opened`,
  failed: t`Payment could not be opened`,
  canceled: t`Payment canceled`,
  paid: t`Paid`,
  'refund-due': t`Refund queued`,
  refunded: t`Refunded`,
  'partly-refunded': t`Partly refunded`,
  'refund-failed': t`Refund failed`,
  unclaimed: t`Found at the card provider, not recorded here`,
  resolved: t`Marked as resolved`,
  disputed: t`Disputed by the bank of the card`,
  'dispute-won': t`Dispute won`,
  'dispute-lost': t`Dispute lost`,
  'dispute-closed': t`Dispute closed`,
};

export const actorTexts: Record<(typeof paymentActors)[number], string> = {
  page: t`by the payment page`,
  browser: t`reported by the donor's browser`,
  webhook: t`reported by the card provider`,
  coordinator: t`by a coordinator`,
  reconciler: t`found at the card provider`,
  cancellation: t`after a cancellation`,
  refund: t`by the automatic refund`,
  operator: t`by a decision`,
};
