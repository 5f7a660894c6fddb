import * as z from 'zod/mini';
import { type Appointment, AppointmentJson, DayFromText, listAppointments } from '#contract/appointments.ts';
import { type Day, parseDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { queryOptions, skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { clearUserStorage, loadUserData, saveUserData } from '#web/auth/user-storage.ts';

type Member = { uid: string; email: string };

const POLL_INTERVAL_MS = 15_000;

/**
 * Loads one member's appointments. The query key contains the user, so that a shared browser never mixes two
 * members' data. Starts with the list stored on this device, and polls while the server is unreachable.
 */
export const appointmentsQuery = (member: Member | undefined) =>
  queryOptions({
    queryKey: ['appointments', member?.uid],
    queryFn: member ? ({ signal }) => fetchAppointments(member, signal) : skipToken,
    initialData: () => loadStoredAppointments(member?.uid)?.list,
    initialDataUpdatedAt: () => loadStoredAppointments(member?.uid)?.at,
    refetchInterval: ({ state }) => (state.data && state.error ? POLL_INTERVAL_MS : false),
  });

async function fetchAppointments({ uid, email }: Member, signal: AbortSignal): Promise<Appointment[]> {
  const response = await call(listAppointments, { query: { email }, signal });
  const list = response.map(parseAppointment);
  void storeAppointments(uid, list).catch(() => undefined);
  return list;
}

/**
 * Parses an appointment of the API. Names the center by its current name.
 * @throws TypeError if the date cannot be parsed
 */
export function parseAppointment(json: AppointmentJson): Appointment {
  const date = parseDay(json.date);
  if (!date) throw new TypeError('Unexpected date');
  return { ...json, date, center: json.centerName ?? json.center };
}

/**
 * Returns the days on which the signed-in member cannot request another appointment. An unpaid appointment
 * that its center canceled does not rule out its day.
 */
export function useTakenDays(): Day[] {
  const { user } = useSession();
  const { data = [] } = useQuery(appointmentsQuery(user));
  const kept = data.filter(({ status, transactionId }) => status !== 'cancelled' || transactionId);
  return kept.map(({ date }) => date);
}

const storageKey = 'bloodBuddiesAppointments';

/** Limits the size: browser storage holds a few megabytes in all. */
const MAX_STORED = 300;

const StoredList = z.array(z.extend(AppointmentJson, { date: DayFromText }));

/** Returns the stored appointments of a member and the time they were stored. */
function loadStoredAppointments(uid: string | undefined) {
  const stored = loadUserData(storageKey, uid, StoredList);
  return stored && { list: stored.value, at: stored.at };
}

async function storeAppointments(uid: string, list: Appointment[]): Promise<void> {
  if (hasFeature('offline')) saveUserData(storageKey, uid, list.slice(0, MAX_STORED));
  else clearUserStorage(storageKey);
}
