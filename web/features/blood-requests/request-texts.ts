import { t } from '@lingui/core/macro';
import type { DonorState, PublicRequest, RequestState } from '#contract/blood-requests.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

export const requestStates: Record<RequestState, string> = {
  waiting: t`Waits for a coordinator`,
  open: t`Donors are needed`,
  filled: t`Enough donors have agreed`,
  given: t`All blood was given`,
  closed: t`Closed`,
  refused: t`Not published`,
  expired: t`The time is over`,
};

export const donorStates: Record<DonorState, string> = {
  asked: t`Not answered yet`,
  agreed: t`Wants to come`,
  reserve: t`In reserve`,
  arrived: t`Has arrived`,
  given: t`Has given blood`,
  declined: t`Cannot come`,
  'not-needed': t`No longer needed`,
};

/** Returns how many bags are agreed to and given: `2 of 3 bags, of which 1 was given`. */
export function progressText({ bags, agreed, given }: PublicRequest): string {
  const [all, found] = [formatNumber(bags), formatNumber(agreed + given)];
  const done = formatNumber(given);
  return given > 0
    ? t`Donors found: ${found} of ${all}, given: ${done}`
    : t`Donors found: ${found} of ${all}`;
}

export const isOver = ({ state }: Pick<PublicRequest, 'state'>): boolean =>
  ['given', 'closed', 'refused', 'expired'].includes(state);

export const neverMoney = () => t`Blood is never sold. Never send money, and report anyone who asks for it.`;
