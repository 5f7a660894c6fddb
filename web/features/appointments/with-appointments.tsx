import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { appointmentsQuery } from './appointment-queries.ts';
import { KnownSince } from './known-since.tsx';

type Props = { children: (list: Appointment[]) => ReactNode };

/** What a page shows of the signed-in member's appointments, or the loading and failed states in its place. */
export function WithAppointments({ children }: Props) {
  const { user } = useSession();
  const asked = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isPending, isFetching, error, failureReason, refetch } = asked;
  return (
    <>
      {isPending && <Spinner label={t`Loading your appointments`} />}
      {error && !data && (
        <LoadFailure
          what={t`Your appointments`}
          error={error}
          busy={isFetching}
          retry={() => void refetch()}
        />
      )}
      {data && <KnownSince since={dataUpdatedAt} failure={failureReason} />}
      {data && children(data)}
    </>
  );
}
