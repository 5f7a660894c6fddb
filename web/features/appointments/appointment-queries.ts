import { type Appointment, listAppointments } from '#contract/appointments.ts';
import { type Day, readDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { queryOptions, skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { keepAppointments, keptAppointments } from './kept-appointments.ts';

type Member = { uid: string; email: string };

/** In ms. */
const lookAgain = 15_000;

/**
 * One person's appointments; keyed by the person, so that a shared browser never mixes two. First what this device kept
 * of them; while the server cannot be reached it is asked again and again.
 */
export const appointmentsQuery = (member: Member | undefined) =>
  queryOptions({
    queryKey: ['appointments', member?.uid],
    queryFn: member ? ({ signal }) => fetchAppointments(member, signal) : skipToken,
    initialData: () => keptAppointments(member?.uid)?.list,
    initialDataUpdatedAt: () => keptAppointments(member?.uid)?.at,
    refetchInterval: ({ state }) => (state.data && state.error ? lookAgain : false),
  });

async function fetchAppointments({ uid, email }: Member, signal: AbortSignal): Promise<Appointment[]> {
  const list = await call(listAppointments, { query: { email }, signal });
  void keepAppointments(uid, list).catch(() => undefined);
  return list;
}

/** The days on which the signed-in member already has an appointment; none for anybody else. */
export function useTakenDays(): Day[] {
  const { user } = useSession();
  const { data = [] } = useQuery(appointmentsQuery(user));
  return data.flatMap(({ date }) => readDay(date) ?? []);
}
