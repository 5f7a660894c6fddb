import assert from 'node:assert/strict';
import { newId } from '#platform/ids.ts';
import { type Donor, type DonorWorld, dayAfter, requestDay, sendAsDonor } from './donor.ts';
import type { Process } from './server.ts';
import { findSlotFaults } from './slots.ts';

/** The part of the world (world.ts) that clinics use. */
type ClinicWorld = DonorWorld & {
  time: { now: number };
  donors: Donor[];
  /** The clinic, its series, and the token of its coordinator. */
  clinic: { centerId: string; seriesId: string; token: string };
  server(): Process;
};

/** The part of a tab's state that clinic actions use. */
type ClinicTab = { donor: Donor; appointmentId: string };

export type ClinicAction =
  | 'request a slot'
  | 'request a slot on day 5'
  | 'request six more slots'
  | 'join the waiting list'
  | 'leave the waiting list'
  | 'take the held slot'
  | 'take another slot'
  | 'decline'
  | 'cancel as center'
  | 'let the holds end'
  | 'close day 4'
  | 'open day 4'
  | 'remove clinics on day 4'
  | 'add clinics on day 4';

const CLINIC = 'Clinic';
const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/** A series with one slot on each of these weekdays. */
const series = (world: ClinicWorld, weekdays: readonly number[]) => ({
  weekdays,
  from: dayAfter(world, -3),
  opens: '09:00',
  closes: '17:00',
  slots: 1,
});

/** Adds a clinic, whose coordinator has this token. Returns the ids of the center and its series. */
export async function addClinic(
  world: ClinicWorld,
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

const waitingList = (world: ClinicWorld): string =>
  `/waiting-list/${world.clinic.centerId}/${dayAfter(world, 4)}`;

export const clinicHandlers: Record<ClinicAction, (world: ClinicWorld, tab: ClinicTab) => Promise<void>> = {
  'request a slot': (world, tab) => requestSlot(world, tab, 4),
  'request a slot on day 5': (world, tab) => requestSlot(world, tab, 5),
  async 'request six more slots'(world, tab) {
    for (const count of [6, 7, 8, 9, 10, 11]) await requestSlot(world, tab, count);
  },
  'join the waiting list': async (world, { donor }) =>
    void (await sendAsDonor(world, donor, 'PUT', waitingList(world), {})),
  'leave the waiting list': async (world, { donor }) =>
    void (await sendAsDonor(world, donor, 'DELETE', waitingList(world))),
  async 'take the held slot'(world, { donor }) {
    const { status, body } = await sendAsDonor(world, donor, 'GET', '/waiting-list');
    const entries = body as unknown as { date: string; offer?: { token: string } }[];
    const offered = status === 200 ? entries.find(({ offer }) => offer) : undefined;
    if (!offered?.offer) return;
    // Without a response, the slot may or may not be booked.
    donor.pendingRequests.set(offered.offer.token, offered.date);
    const accepted = await accept(world, offered.offer.token);
    if (accepted.status === 200) donor.takenSlots.add(offered.date);
  },
  async 'take another slot'(world, { donor }) {
    const closed = await readClosed(world, donor);
    const [slot] = closed?.slots ?? [];
    if (!closed || !slot) return;
    // Other tabs may move the appointment at the same time, and its request may have had no response.
    donor.bookings.get(closed.appointmentId)?.days.add(slot.date);
    donor.pendingRequests.set(slot.token, slot.date);
    donor.leftDays.add(closed.from.date);
    await accept(world, slot.token);
  },
  async decline(world, { donor }) {
    const closed = await readClosed(world, donor);
    const booking = donor.bookings.get(closed?.appointmentId ?? '');
    // The appointment is deleted, unless it is paid and stays for its refund.
    if (booking) booking.isCancelable = true;
    if (!closed) return;
    donor.leftDays.add(closed.from.date);
    await world.request('POST', '/slot-offer/decline', { json: { token: closed.declineToken } });
  },
  async 'cancel as center'({ request, clinic, time }, { donor, appointmentId }) {
    // If another appointment of the donor takes the day, this one is deleted.
    const booking = donor.bookings.get(appointmentId);
    if (booking) booking.isCancelable = true;
    const json = { status: 'cancelled', at: new Date(time.now).toISOString(), operationId: newId() };
    await request('PUT', `/staff/appointments/${appointmentId}/status`, { token: clinic.token, json });
  },
  // Moving the clock instead would also end the leases of emails that are being sent.
  async 'let the holds end'({ server, time }) {
    await server()
      .db.updateTable('waiting_list')
      .set({ held_until: time.now })
      .where('state', '=', 'offered')
      .execute()
      .catch(() => {});
  },
  'close day 4': async (world) =>
    void (await sendAsCoordinator(world, 'POST', '/closings', { date: dayAfter(world, 4) })),
  async 'open day 4'(world) {
    const { body } = await sendAsCoordinator(world, 'GET', '/closings');
    const [closing] = (Array.isArray(body) ? body : []) as { _id: string }[];
    if (closing) await sendAsCoordinator(world, 'DELETE', `/closings/${closing._id}`);
  },
  'remove clinics on day 4': (world) => {
    const weekday = new Date(`${dayAfter(world, 4)}T00:00:00Z`).getUTCDay() || 7;
    return changeSeries(
      world,
      allWeekdays.filter((day) => day !== weekday),
    );
  },
  'add clinics on day 4': (world) => changeSeries(world, allWeekdays),
};

async function requestSlot(world: ClinicWorld, tab: ClinicTab, count: number): Promise<void> {
  const request = { day: dayAfter(world, count), key: newId(), center: CLINIC };
  tab.appointmentId = (await requestDay(world, tab.donor, request)) ?? tab.appointmentId;
}

const accept = (world: ClinicWorld, token: string) =>
  world.request('POST', '/slot-offer/accept', {
    json: { token, name: 'Rahim Uddin', phone: '01712345678', bloodGroup: 'O+' },
  });

type Closed = {
  appointmentId: string;
  from: { date: string };
  declineToken: string;
  slots: { date: string; token: string }[];
};

async function readClosed(world: ClinicWorld, donor: Donor): Promise<Closed | undefined> {
  const { status, body } = await sendAsDonor(world, donor, 'GET', '/closed-appointments');
  return status === 200 ? (body as unknown as Closed[])[0] : undefined;
}

const sendAsCoordinator = (world: ClinicWorld, method: string, path: string, json?: object) =>
  world.request(method, `/staff/centers/${world.clinic.centerId}${path}`, {
    token: world.clinic.token,
    json,
  });

const changeSeries = async (world: ClinicWorld, weekdays: readonly number[]): Promise<void> =>
  void (await sendAsCoordinator(world, 'PUT', `/series/${world.clinic.seriesId}`, series(world, weekdays)));

/**
 * Checks that no slot is lost or given twice, no day is overbooked, and no donor waits while a slot is free.
 */
export async function expectSlotsKept({ server, donors, time }: ClinicWorld): Promise<void> {
  const { db } = server();
  assert.deepEqual(await findSlotFaults(db, time.now), []);
  const appointments = await db.selectFrom('appointments').select(['user_id', 'day']).execute();
  for (const donor of donors)
    for (const day of donor.takenSlots)
      assert(
        donor.isDeleting ||
          donor.leftDays.has(day) ||
          appointments.some((row) => row.user_id === donor.userId && row.day === day),
        'a slot that was taken is lost',
      );
}
