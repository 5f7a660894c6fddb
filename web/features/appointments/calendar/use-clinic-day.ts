import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { skipToken, useQuery } from '#web/api/queries.ts';
import { centerDaysQuery } from '#web/queries/center-queries.ts';
import { chooseTime } from './clinic-day.ts';

/**
 * Returns the center's data about the day to which an appointment may move, and the arrival time: the
 * requested one (at first the current one) if it is free, otherwise the first free one. A center without
 * clinics has no such data.
 */
export function useClinicDay(appointment: Appointment, day: Day | undefined) {
  const { centerId, time: currentTime } = appointment;
  const [requested, setRequested] = useState(currentTime);
  const { data: days = [] } = useQuery({
    ...centerDaysQuery(centerId ?? ''),
    ...(!centerId && { queryFn: skipToken }),
  });
  const clinic = days.find(({ date }) => date === day);
  const choice = clinic && chooseTime(appointment, clinic, requested);
  return {
    days,
    clinic,
    requested,
    setRequested,
    intervals: choice?.intervals,
    /** If the days cannot be loaded, the server decides whether the current time is free. */
    time: clinic ? choice?.time : currentTime,
    isFree: choice?.isFree ?? true,
  };
}
