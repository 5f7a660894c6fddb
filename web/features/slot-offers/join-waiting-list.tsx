import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Day } from '#contract/days.ts';
import { type DonorDetails, joinWaitingList } from '#contract/waiting-list.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { waitingListsQuery } from '#web/queries/waiting-list-query.ts';
import { ConfirmEmailButton } from '../account/confirm-email-notice.tsx';

type Props = {
  centerId: string;
  /** ISO day. */
  date: string;
  /** Returns the details that the donor has typed. */
  getDetails: () => DonorDetails;
};

/** Joins the waiting list of a full day with one tap, or says that the member is on it. */
export function JoinWaitingList({ centerId, date, getDetails }: Props) {
  const [joinedAs, setJoinedAs] = useState<number>();
  const { user } = useSession();
  const lists = useQuery(waitingListsQuery(user?.uid)).data;
  const entry = lists?.find((list) => list.centerId === centerId && list.date === date);
  const position = entry?.position ?? joinedAs;
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction();
  async function join(): Promise<void> {
    const joined = await call(joinWaitingList, { params: { id: centerId, date }, body: getDetails() });
    setJoinedAs(joined.position);
    await cache.invalidateQueries({ queryKey: ['waiting-lists'] });
  }
  if (entry?.offer) {
    const day = formatDayAndWeekday(date as Day);
    return (
      <div className="grid justify-items-start gap-2">
        <p role="status" className="font-medium text-good">{t`A place is held for you on ${day}.`}</p>
        <LinkButton to="/dashboard/appointments" variant="outlined">
          <Trans>See the place</Trans>
        </LinkButton>
      </div>
    );
  }
  if (position !== undefined) {
    const number = formatNumber(position);
    const isUnconfirmed = user?.emailVerified === false;
    return (
      <div className="grid justify-items-start gap-2">
        <p role="status" className="font-medium text-good">
          <span ref={joinedAs === undefined ? undefined : focusOnMount} tabIndex={-1}>
            {position === 1
              ? t`You are next on the waiting list.`
              : t`You are number ${number} on the waiting list.`}{' '}
            {!isUnconfirmed && t`We email you when a place is free.`}
          </span>{' '}
          <Link to="/dashboard/appointments#waiting-lists" className="bb-row-link">
            <Trans>See your waiting lists</Trans>
          </Link>
        </p>
        {isUnconfirmed && (
          <>
            <p className="wrap-anywhere">
              {t`Confirm ${user.email}, so that we can offer you a place by email when one is free.`}
            </p>
            <ConfirmEmailButton />
          </>
        )}
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      <FormError text={failure} />
      <Button variant="outlined" isBusy={isBusy} onClick={() => void attempt(join)}>
        <Trans>Join the waiting list</Trans>
      </Button>
    </div>
  );
}
