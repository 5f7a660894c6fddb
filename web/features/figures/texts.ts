import { t } from '@lingui/core/macro';
import type { FigureName } from '#contract/staff-figures.ts';

export const figureLabels: Record<FigureName, string> = {
  booked: t`Booked`,
  arrived: t`Arrived`,
  gave: t`Gave blood`,
  deferred: t`Deferred`,
  notGiven: t`No donation`,
  noShow: t`Did not come`,
  lateCanceled: t`Canceled late`,
  overCapacity: t`Over capacity`,
};
