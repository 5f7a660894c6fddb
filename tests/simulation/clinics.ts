import assert from 'node:assert/strict';
import { newId } from '#platform/ids.ts';
import { type Donor, dayAfter, requestDay, send } from './donor.ts';
import { findPlaceFaults } from './places.ts';
import type { World } from './world.ts';

/** State of one tab that clinic actions use. */
type ClinicTab = { donor: Donor; appointmentId: string };

export type ClinicAction =
  | 'request a place'
  | 'request a place on day 5'
  | 'request six more places'
  | 'join the waiting list'
  | 'leave the waiting list'
  | 'take the held place'
  | 'take another place'
  | 'decline'
  | 'cancel as center'
  | 'let the holds end'
  | 'close day 4'
  | 'open day 4'
  | 'remove clinics on day 4'
  | 'add clinics on day 4';

const CLINIC = 'Clinic';
const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/** One place on each of these weekdays. */
const series = (world: World, weekdays: readonly number[]) => ({
  ...{ weekdays, from: dayAfter(world, -3), opens: '09:00', closes: '17:00', places: 1 },
});

/** Makes somebody the coordinator of a new clinic. Returns the ids of the center and its series. */
export async function addClinic(
  world: World,
  token: string,
): Promise<{ centerId: string; seriesId: string }> {
  const add = async (path: string, json: object) => {
    const { body } = await world.request('POST', path, { token, json });
    return String(body?.insertedId);
  };
  const centerId = await add('/staff/centers', { name: CLINIC, address: 'Dhaka', timeZone: 'Asia/Dhaka' });
  const seriesId = await add(`/staff/centers/${centerId}/series`, series(world, allWeekdays));
  return { centerId, seriesId };
}

const waitingList = (world: World): string => `/waiting-list/${world.clinic.centerId}/${dayAfter(world, 4)}`;

export const clinicHandlers: Record<ClinicAction, (world: World, tab: ClinicTab) => Promise<void>> = {
  'request a place': (world, tab) => requestPlace(world, tab, 4),
  'request a place on day 5': (world, tab) => requestPlace(world, tab, 5),
  async 'request six more places'(world, tab) {
    for (const count of [6, 7, 8, 9, 10, 11]) await requestPlace(world, tab, count);
  },
  'join the waiting list': async (world, { donor }) =>
    void (await send(world, donor, 'PUT', waitingList(world), {})),
  'leave the waiting list': async (world, { donor }) =>
    void (await send(world, donor, 'DELETE', waitingList(world))),
  async 'take the held place'(world, { donor }) {
    const { status, body } = await send(world, donor, 'GET', '/waiting-list');
    const entries = body as unknown as { date: string; offer?: { token: string } }[];
    const offered = status === 200 ? entries.find(({ offer }) => offer) : undefined;
    if (!offered?.offer) return;
    // Whether it was booked is not known if there is no response.
    donor.pendingRequests.set(offered.offer.token, offered.date);
    const accepted = await accept(world, offered.offer.token);
    if (accepted.status === 200) donor.takenPlaces.add(offered.date);
  },
  async 'take another place'(world, { donor }) {
    const closed = await readClosed(world, donor);
    const [place] = closed?.places ?? [];
    if (!closed || !place) return;
    // Other tabs may move the appointment at the same time, and its request may have had no response.
    donor.bookings.get(closed.appointmentId)?.days.add(place.date);
    donor.pendingRequests.set(place.token, place.date);
    donor.leftDays.add(closed.from.date);
    await accept(world, place.token);
  },
  async decline(world, { donor }) {
    const closed = await readClosed(world, donor);
    const booking = donor.bookings.get(closed?.appointmentId ?? '');
    // A paid appointment stays for its refund.
    if (booking) booking.mayBeCancelled = true;
    if (!closed) return;
    donor.leftDays.add(closed.from.date);
    await world.request('POST', '/place-offer/decline', { json: { token: closed.declineToken } });
  },
  async 'cancel as center'({ request, clinic, time }, { donor, appointmentId }) {
    // Another appointment of the donor may take its day. Then it is deleted.
    const booking = donor.bookings.get(appointmentId);
    if (booking) booking.mayBeCancelled = true;
    const json = { status: 'cancelled', at: new Date(time.now).toISOString(), operationId: newId() };
    await request('PUT', `/staff/appointments/${appointmentId}/status`, { token: clinic.token, json });
  },
  // Moving the clock instead would also end the leases of emails that are being sent.
  async 'let the holds end'({ server, time }) {
    const ended = server().db.updateTable('waiting_list').set({ held_until: time.now });
    await ended
      .where('state', '=', 'offered')
      .execute()
      .catch(() => {});
  },
  'close day 4': async (world) =>
    void (await administrate(world, 'POST', '/closings', { date: dayAfter(world, 4) })),
  async 'open day 4'(world) {
    const { body } = await administrate(world, 'GET', '/closings');
    const [closing] = (Array.isArray(body) ? body : []) as { _id: string }[];
    if (closing) await administrate(world, 'DELETE', `/closings/${closing._id}`);
  },
  'remove clinics on day 4': (world) => {
    const weekday = new Date(`${dayAfter(world, 4)}T00:00:00Z`).getUTCDay() || 7;
    return changeSeries(
      world,
      allWeekdays.filter((each) => each !== weekday),
    );
  },
  'add clinics on day 4': (world) => changeSeries(world, allWeekdays),
};

async function requestPlace(world: World, tab: ClinicTab, count: number): Promise<void> {
  const request = { day: dayAfter(world, count), key: newId(), center: CLINIC };
  tab.appointmentId = (await requestDay(world, tab.donor, request)) ?? tab.appointmentId;
}

const accept = (world: World, token: string) =>
  world.request('POST', '/place-offer/accept', {
    json: { token, name: 'Rahim Uddin', phone: '01712345678', bloodGroup: 'O+' },
  });

type Closed = {
  appointmentId: string;
  from: { date: string };
  declineToken: string;
  places: { date: string; token: string }[];
};

async function readClosed(world: World, donor: Donor): Promise<Closed | undefined> {
  const { status, body } = await send(world, donor, 'GET', '/closed-appointments');
  return status === 200 ? (body as unknown as Closed[])[0] : undefined;
}

const administrate = (world: World, method: string, path: string, json?: object) =>
  world.request(method, `/staff/centers/${world.clinic.centerId}${path}`, {
    token: world.clinic.token,
    json,
  });

const changeSeries = async (world: World, weekdays: readonly number[]): Promise<void> =>
  void (await administrate(world, 'PUT', `/series/${world.clinic.seriesId}`, series(world, weekdays)));

/** No place is lost, given twice or beyond the capacity, and nobody waits while a place is free. */
export async function expectPlacesKept({ server, donors, time }: World): Promise<void> {
  const { db } = server();
  assert.deepEqual(await findPlaceFaults(db, time.now), []);
  const appointments = await db.selectFrom('appointments').select(['user_id', 'day']).execute();
  for (const donor of donors)
    for (const day of donor.takenPlaces)
      assert(
        donor.isDeleting ||
          donor.leftDays.has(day) ||
          appointments.some((row) => row.user_id === donor.userId && row.day === day),
        'a place that was taken is lost',
      );
}
