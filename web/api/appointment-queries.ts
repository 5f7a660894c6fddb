import * as z from 'zod/mini';
import { Appointment, listAppointments } from '#contract/appointments.ts';
import { type Day, parseDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { queryOptions, skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { clearUserStorage, load, save } from '#web/auth/user-storage.ts';

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
    initialData: () => loadStoredAppointments(member?.uid)?.list,
    initialDataUpdatedAt: () => loadStoredAppointments(member?.uid)?.at,
    refetchInterval: ({ state }) => (state.data && state.error ? lookAgain : false),
  });

async function fetchAppointments({ uid, email }: Member, signal: AbortSignal): Promise<Appointment[]> {
  const list = await call(listAppointments, { query: { email }, signal });
  void storeAppointments(uid, list).catch(() => undefined);
  return list;
}

/** The days on which the signed-in member already has an appointment; none for anybody else. */
export function useTakenDays(): Day[] {
  const { user } = useSession();
  const { data = [] } = useQuery(appointmentsQuery(user));
  return data.flatMap(({ date }) => parseDay(date) ?? []);
}

const key = 'bloodBuddiesAppointments';

/** More than one has in years; a storage takes some megabytes in all. */
const most = 300;

/** What this device knew of a member's appointments when it last had a line, and when that was. */
function loadStoredAppointments(uid: string | undefined) {
  const kept = load(key, uid, z.array(Appointment));
  return kept && { list: kept.value, at: kept.at };
}

async function storeAppointments(uid: string, list: Appointment[]): Promise<void> {
  const { features } = await siteConfig();
  if (features.includes('offline')) save(key, uid, list.slice(0, most));
  else clearUserStorage(key);
}
