import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Day } from '#contract/days.ts';
import type { BodyJson } from '#contract/endpoint.ts';
import { resolveDisplaced, type StaffDisplacedAppointment } from '#contract/staff-closings.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { Button } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { formatDateTime, formatDayAndTime, formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { useReloadClosings } from '#web/queries/use-reload-closings.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { useStaff } from '../staff/staff-layout.tsx';
import { MoveDonor } from './move-donor.tsx';

type Resolution = BodyJson<typeof resolveDisplaced>;
type Props = {
  donor: StaffDisplacedAppointment;
  centerId: string;
  /** Called when the list is loaded again. */
  onResolved: () => void;
};

/** Shows a donor whose day was closed, the outcome of the appointment, and what the coordinator can do. */
export function DisplacedDonor(props: Props) {
  const { donor, centerId } = props;
  const { name, from, needsCall, phone, state } = donor;
  const { sendsEmail = true } = useStaff();
  const [isMoving, setIsMoving] = useState(false);
  const { failure, isBusy, attempt, resolve } = useResolve(props);
  const title = name || t`Canceled appointment`;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          <strong>{title}</strong>
          <StateMark donor={donor} />
        </span>
        <span className="bb-hint">
          {[...(from.time ? [formatTime(from.time)] : []), ...details(donor)].join('. ')}
        </span>
      </div>
      <FormError text={failure} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {phone && (
          <a
            href={`tel:${phone}`}
            className={`bb-button bb-button-small ${needsCall ? 'bb-button-primary' : 'bb-button-outlined'}`}
          >
            <Trans>Call {toLocalDigits(phone)}</Trans>
          </a>
        )}
        {needsCall && (
          <Button
            size="small"
            variant="outlined"
            isBusy={isBusy}
            aria-label={t`Called: ${title}`}
            onClick={() => void attempt(() => resolve({ result: 'called' }))}
          >
            <Trans>Called</Trans>
          </Button>
        )}
        {state === 'declined' && (
          <Button size="small" isBusy={isBusy} onClick={() => void attempt(refund)}>
            <Trans>Refund the payment</Trans>
          </Button>
        )}
        {state === 'waiting' && (
          <>
            <Button
              size="small"
              variant="outlined"
              aria-expanded={isMoving}
              aria-label={t`Book another day for ${title}`}
              onClick={() => setIsMoving(!isMoving)}
            >
              <Trans>Book another day</Trans>
            </Button>
            <Button
              size="small"
              variant="outlined"
              aria-label={t`Cannot come: ${title}`}
              onClick={() => void attempt(decline)}
            >
              <Trans>Cannot come</Trans>
            </Button>
          </>
        )}
      </div>
      {isMoving && state === 'waiting' && (
        <MoveDonor
          centerId={centerId}
          donor={donor}
          onMove={(slot) => resolve({ result: 'moved', ...slot })}
        />
      )}
    </div>
  );

  async function refund(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t`Refund the payment?`,
      text: sendsEmail
        ? t`The money goes back to the donor's card, and we email them.`
        : t`The money goes back to the donor's card.`,
      details: title,
    });
    if (isConfirmed) await resolve({ result: 'refunded' });
  }

  async function decline(): Promise<void> {
    const isConfirmed = await confirmDialog({
      title: t`Cancel this appointment?`,
      text: donor.isPaid ? t`You can refund the payment then.` : t`The donor told you that they cannot come.`,
      details: title,
    });
    if (isConfirmed) await resolve({ result: 'declined' });
  }
}

/** Sends a resolution, then reloads the lists, even if the donor had already decided. */
function useResolve({ donor: { _id }, centerId, onResolved }: Props) {
  const reload = useReloadClosings(centerId);
  const action = useFormAction(staffErrorText);
  async function resolve(body: Resolution): Promise<string | undefined> {
    try {
      const params = { id: centerId, affectedId: _id };
      const { success, nextFree, limit } = await call(resolveDisplaced, { params, body });
      if (!success && limit)
        return t`The donor has ${limit} appointments at donation centers. One must be canceled first.`;
      if (!success) return noFreeSlotText(nextFree);
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === 409;
      if (!isOutdated) throw error;
    }
    await reload();
    onResolved();
    return undefined;
  }
  return { ...action, resolve };
}

/**
 * Says why the donor cannot get this slot. If `nextFree` is absent, the donor has another appointment on the
 * day.
 */
function noFreeSlotText(nextFree: string[] | undefined): string {
  if (!nextFree) return t`The donor has another appointment on this day.`;
  if (nextFree.length === 0) return t`There is no free place then.`;
  const days = nextFree.map((date) => formatDayAndWeekday(date as Day)).join('; ');
  return t`There is no free place then. Next free days: ${days}`;
}

function StateMark({ donor: { state, needsCall, isPaid } }: { donor: StaffDisplacedAppointment }) {
  if (needsCall) return <span className={pendingMark}>{t`Needs a call`}</span>;
  const texts: Record<StaffDisplacedAppointment['state'], string> = {
    waiting: t`No answer yet`,
    moved: t`Chose another day`,
    declined: isPaid ? t`Waits for a refund` : t`Canceled`,
    refunded: t`Refunded`,
    canceled: t`Canceled`,
    restored: t`Keeps the appointment`,
    recorded: t`Recorded at the door`,
  };
  const isOpen = state === 'waiting' || state === 'declined';
  return <span className={isOpen ? pendingMark : successMark}>{texts[state]}</span>;
}

function details({
  state,
  movedTo,
  isPaid,
  notifiedAt,
  calledAt,
  needsCall,
}: StaffDisplacedAppointment): string[] {
  return [
    ...(needsCall && state !== 'waiting' ? [t`Canceled by the center`] : []),
    ...(movedTo ? [t`New place: ${formatDayAndTime({ ...movedTo, date: movedTo.date as Day })}`] : []),
    ...(isPaid ? [t`Paid`] : []),
    ...(notifiedAt
      ? [t`Emailed ${formatDateTime(notifiedAt)}`]
      : state === 'waiting' || needsCall
        ? [t`Not emailed`]
        : []),
    ...(calledAt ? [t`Called ${formatDateTime(calledAt)}`] : []),
  ];
}
