import { t } from '@lingui/core/macro';
import type { StaffRole } from '#contract/staff-access.ts';

export const roleNames: Record<StaffRole | 'operator', string> = {
  owner: t`Owner`,
  coordinator: t`Coordinator`,
  door: t`Check-in`,
  moderator: t`Moderator`,
  editor: t`Editor`,
  operator: t`Operator of this site`,
};
