import { t } from '@lingui/core/macro';
import type { DonationKind } from '#contract/donation-waits.ts';

export const donationNames: Record<DonationKind, string> = {
  'whole-blood': t`Whole blood`,
  'red-cells': t`Red cells`,
  platelets: t`Platelets`,
  plasma: t`Plasma`,
};
