import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Appointment, moveAppointment as moveEndpoint } from '#contract/appointments.ts';
import { formatLongDate, isBookable } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useClearErrorWhenOnline } from '#web/components/form-error.tsx';
import { toast } from '#web/components/toast.ts';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { describeDay } from '../calendar/clinic-day.ts';
import { useClinicDay } from '../calendar/use-clinic-day.ts';
import { dayNotBookableMessage, unreadableDateMessage } from '../form/appointment-schema.ts';
import { moveAppointment } from './move-appointment.ts';

/** Returns the typed date, the arrival time, the error, and the function that saves the date and the time. */
export function useChangeDate(appointment: Appointment, onClose: () => void) {
  const { _id, center, date } = appointment;
  const [text, setText] = useState(formatDay(date));
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useClearErrorWhenOnline(error, () => setError(undefined));
  const cache = useQueryClient();
  const day = parseTypedDay(text);
  const clinicDay = useClinicDay(appointment, day);
  const { clinic, isFree, intervals, time } = clinicDay;

  function validate(): string | undefined {
    if (!day) return unreadableDateMessage;
    if (day === date && !intervals) return t`Your appointment is already on that day. Choose another day.`;
    if (day === date && time === appointment.time && !appointment.isClosed)
      return t`Your appointment is already at that time. Choose another day or time.`;
    if (!isBookable(day, siteNow())) return dayNotBookableMessage(siteNow());
    return clinic && !isFree ? describeDay(center, clinic) : undefined;
  }

  async function save(): Promise<'rejected' | undefined> {
    const invalid = validate();
    setError(invalid);
    if (invalid || !day) return 'rejected';
    setIsBusy(true);
    const outcome = await moveAppointment(
      { date: day, time },
      {
        isOffline: () => navigator.onLine === false,
        send: (body) =>
          call(moveEndpoint, { params: { id: _id }, body: { ...body, date: formatLongDate(body.date) } }),
        reload: () => cache.invalidateQueries({ queryKey: ['appointments'] }),
        showSuccess: toast.success,
        showError: toast.error,
      },
    );
    void cache.invalidateQueries({ queryKey: ['centers'] });
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
  return { text, setText: changeText, day, error, isBusy, save, clinicDay };
}
