import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { type Appointment, moveAppointment as moveEndpoint } from '#contract/appointments.ts';
import { type Day, formatLongDate, isBookable } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { Button } from '#web/components/button.tsx';
import { panel } from '#web/components/class-names.ts';
import { Modal } from '#web/components/modal.tsx';
import { toast } from '#web/components/toast.ts';
import { formatDay, parseTypedDay } from '#web/i18n/days.ts';
import { dayNotBookableMessage, unreadableDateMessage } from './appointment-schema.ts';
import { DayInput } from './day-input.tsx';
import { moveAppointment } from './move-appointment.ts';

type Props = { appointment: Appointment; onClose: () => void };

export default function DateDialog({ appointment, onClose }: Props) {
  const { _id, center, date } = appointment;
  const { text, setText, error, isBusy, save } = useChangeDate(appointment, onClose);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && (await save()) === 'rejected') input.current?.focus();
  }

  return (
    <Modal open label={t`Change date`} className={panel} onClose={onClose}>
      <h2>
        <Trans>Change date</Trans>
      </h2>
      <p className="mt-2 text-ink-soft wrap-anywhere">
        <Trans>
          Your appointment at {center} is on {formatDay(date)}. Which day suits you better?
        </Trans>
      </p>
      {/* On a phone an error has one line more than the hint: its space is reserved. */}
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className="mt-5 grid gap-5 max-sm:[&_.bb-field]:min-h-39"
        key={_id}
      >
        <DayInput
          input={{
            name: 'date',
            ref: input,
            value: text,
            onChange: (event) => setText(event.currentTarget.value),
          }}
          error={error}
          selected={parseTypedDay(text)}
          onSelect={(day) => setText(formatDay(day))}
        />
        <div className="grid gap-3 sm:flex">
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

/** The typed date, its validation error and the request that saves it. */
function useChangeDate({ _id, date }: Appointment, onClose: () => void) {
  const [text, setText] = useState(formatDay(date));
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const cache = useQueryClient();

  async function save(): Promise<'rejected' | undefined> {
    const day = parseTypedDay(text);
    const invalid = validateDay(day, date);
    setError(invalid);
    if (invalid || !day) return 'rejected';
    setIsBusy(true);
    const outcome = await moveAppointment(day, {
      isOffline: () => navigator.onLine === false,
      send: (day) => call(moveEndpoint, { params: { id: _id }, body: { date: formatLongDate(day) } }),
      reload: () => cache.invalidateQueries({ queryKey: ['appointments'] }),
      showSuccess: toast.success,
      showError: toast.error,
    });
    setIsBusy(false);
    if (outcome.kind !== 'rejected') {
      onClose();
      return undefined;
    }
    setError(outcome.message);
    return 'rejected';
  }

  const changeText = (typed: string) => {
    setText(typed);
    setError(undefined);
  };
  return { text, setText: changeText, error, isBusy, save };
}

function validateDay(day: Day | undefined, current: Day): string | undefined {
  if (!day) return unreadableDateMessage;
  if (day === current) return t`Your appointment is already on that day. Choose another day.`;
  return isBookable(day, siteNow()) ? undefined : dayNotBookableMessage(siteNow());
}
