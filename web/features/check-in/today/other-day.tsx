import { plural, t } from '@lingui/core/macro';
import type { Center } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { listCenterAppointments, setAppointmentStatus } from '#contract/staff-check-in.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { randomKey } from '#web/api/random-key.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useReloadClosings } from '#web/queries/use-reload-closings.ts';
import { staffErrorText } from '../../staff/error-texts.ts';
import { StaffLoadError } from '../../staff/staff-load-error.tsx';
import type { NewStatus } from '../use-check-in.ts';
import { CheckList } from './check-list.tsx';
import { DayRows } from './day-rows.tsx';
import { PrintedDay } from './printed-day.tsx';
import { useSingleTaps } from './use-single-taps.ts';

type Props = { center: Center; day: Day; today: Day };

/**
 * Lists the donors booked on a day other than today, for coordinators, who record outcomes of an earlier day
 * and cancel appointments of a later day. The list is not refreshed automatically, because each view is an
 * entry in the log.
 */
export function OtherDay({ center, day, today }: Props) {
  const centerId = center._id;
  const { user } = useSession();
  const query = useQuery({
    queryKey: ['staff', user?.uid, 'appointments', centerId, day],
    queryFn: ({ signal }) =>
      call(listCenterAppointments, { signal, params: { id: centerId }, query: { date: day } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error, refetch } = query;
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const reloadClosings = useReloadClosings(centerId);
  const ignoreRepeatedTaps = useSingleTaps();
  const record = ({ appointmentId, ...change }: NewStatus) =>
    void attempt(async () => {
      const operation = { at: new Date(siteNow()).toISOString(), operationId: randomKey() };
      await call(setAppointmentStatus, { params: { id: appointmentId }, body: { ...change, ...operation } });
      // Reload the closings as well: a donor whom the site cannot email must be called about a cancellation.
      await Promise.all([refetch(), reloadClosings()]);
    });
  if (error) return <StaffLoadError name={t`The list`} query={query} />;
  if (!data) return <Spinner label={t`The list`} />;
  const count = data.length;
  return (
    <>
      <div className="grid grid-cols-1 gap-4 print:hidden" onClickCapture={ignoreRepeatedTaps}>
        <p role="status" className="font-semibold">
          {count === 0
            ? t`Nobody is booked.`
            : plural(count, { one: '# appointment', other: '# appointments' })}
        </p>
        <FormError text={failure} />
        <CheckList rows={data} canConfirm isBusy={isBusy} onConfirm={record} />
        <DayRows rows={data} today={today} isUpcoming={day > today} setStatus={record} />
      </div>
      <PrintedDay centerName={center.name} day={day} rows={data} />
    </>
  );
}
