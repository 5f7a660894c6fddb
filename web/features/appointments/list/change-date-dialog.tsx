import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { panelClass } from '#web/components/class-names.ts';
import { Modal } from '#web/components/modal.tsx';
import { EarlyNotice } from '#web/features/eligibility/early-notice.tsx';
import { formatDay, formatDayAndTime, formatTime } from '#web/i18n/days.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { ArrivalTime } from '../calendar/arrival-time.tsx';
import { describeDay, findNextFree } from '../calendar/clinic-day.ts';
import { DayInput } from '../calendar/day-input.tsx';
import { NextFreeDays } from '../calendar/next-free-days.tsx';
import { useChangeDate } from './use-change-date.ts';

type Props = { appointment: Appointment; onClose: () => void };

export default function DateDialog({ appointment, onClose }: Props) {
  const { _id, center } = appointment;
  const change = useChangeDate(appointment, onClose);
  const { text, setText, day, error, isBusy, save, clinicDay } = change;
  const { user } = useSession();
  // Do not load the list again: if the appointment is gone, the dialog would close without giving a reason.
  const { data: list = [] } = useQuery({ ...appointmentsQuery(user), enabled: false });
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && (await save()) === 'rejected') input.current?.focus();
  }

  return (
    <Modal open label={t`Change date`} className={`${panelClass} scroll-pb-40`} onClose={onClose}>
      <h2>
        <Trans>Change date</Trans>
      </h2>
      <p className="mt-2 text-ink-soft wrap-anywhere">
        <Trans>
          Your appointment at {center} is on {formatDayAndTime(appointment)}. Which day suits you better?
        </Trans>
      </p>
      <form onSubmit={(event) => void submit(event)} noValidate className="mt-5 grid gap-5" key={_id}>
        {/* This reserves space, because on a phone an error has one line more than the hint. */}
        <div className="max-sm:[&_.bb-field]:min-h-39">
          <DayInput
            input={{
              name: 'date',
              ref: input,
              value: text,
              onChange: (event) => setText(event.currentTarget.value),
            }}
            error={error}
            selected={day}
            onSelect={(chosen) => setText(formatDay(chosen))}
            days={clinicDay.days}
          />
        </div>
        {day && (!clinicDay.clinic || clinicDay.isFree) && (
          <EarlyNotice day={day} list={list.filter((other) => other._id !== _id)} role="status" />
        )}
        <ClinicDay
          center={center}
          clinicDay={clinicDay}
          hasError={error !== undefined}
          onChoose={(chosen) => {
            setText(formatDay(chosen));
            input.current?.focus();
          }}
        />
        {/* The buttons stay in view. They cover no focused field, because the dialog has a scroll padding. */}
        <div className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-line border-t bg-surface px-5 pt-3 pb-5 low:static">
          <Button type="submit" isBusy={isBusy}>
            <Trans>Save new date</Trans>
          </Button>
          <Button variant="outlined" onClick={onClose}>
            <Trans>Keep the current date</Trans>
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type ClinicDayProps = {
  center: string;
  clinicDay: ReturnType<typeof useChangeDate>['clinicDay'];
  /** Whether the date field already says why the day cannot be chosen. */
  hasError: boolean;
  onChoose: (day: Day) => void;
};

/** Says why the chosen day has no free slot and offers other days, or asks for the arrival time. */
function ClinicDay({ center, clinicDay, hasError, onChoose }: ClinicDayProps) {
  const { days, clinic, isFree, intervals, time, requested, setRequested } = clinicDay;
  if (!clinic) return null;
  if (!isFree) {
    const nextFree = findNextFree(days, clinic);
    return (
      <>
        {!hasError && <p role="status">{describeDay(center, clinic)}</p>}
        {nextFree.length > 0 && <NextFreeDays days={nextFree} onChoose={onChoose} />}
      </>
    );
  }
  if (!intervals) return null;
  const hint =
    requested && requested !== time ? t`${formatTime(requested)} is not free on this day.` : undefined;
  return (
    <ArrivalTime
      name="time"
      intervals={intervals}
      hint={hint}
      value={time}
      onChange={(event) => setRequested(event.currentTarget.value)}
    />
  );
}
