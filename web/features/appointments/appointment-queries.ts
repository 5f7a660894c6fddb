import { listAppointments } from '#contract/appointments.ts';
import { type Day, readDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';

type Member = { uid: string; email: string };

/** One person's appointments; keyed by the person, so that a shared browser never mixes two. */
export const appointmentsQuery = (member: Member | undefined) =>
  queryOptions({
    queryKey: ['appointments', member?.uid],
    queryFn: member
      ? ({ signal }) => call(listAppointments, { query: { email: member.email }, signal })
      : skipToken,
  });

/** The days on which the signed-in member already has an appointment; none for anybody else. */
export function useTakenDays(): Day[] {
  const { user } = useSession();
  const { data = [] } = useQuery(appointmentsQuery(user));
  return data.flatMap(({ date }) => readDay(date) ?? []);
}
