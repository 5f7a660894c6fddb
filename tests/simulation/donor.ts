import assert from 'node:assert/strict';
import { type Day, formatLongDate, toDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';

export type WorldRequest = {
  token?: string;
  json?: object | undefined;
  headers?: Record<string, string> | undefined;
};
export type WorldResponse = { status: number; body?: Record<string, unknown> };

/** The part of the world (world.ts) that donors use. */
export type DonorWorld = {
  start: number;
  request(method: string, path: string, request: WorldRequest): Promise<WorldResponse>;
};

/**
 * An appointment according to the responses that its donor got. It has several `days` if a move got no
 * response or ran concurrently with another.
 */
export type Booking = { days: Set<string>; canceled: boolean; isCancelable: boolean };

/** A donor and the responses that the server gave: none of them may turn out to be wrong. */
export type Donor = ReturnType<typeof createDonor>;

export const createDonor = ({ number, userId, email, token, appointments }: Registered) => ({
  number,
  userId,
  email,
  /** Session token, shared by all tabs. */
  token,
  endedTokens: new Set<string>(),
  maybeEndedTokens: new Set<string>(),
  bookings: new Map(appointments.map(([id, day]) => [id, newBooking(day)])),
  /** Day of each appointment request without a response, by Idempotency-Key. */
  pendingRequests: new Map<string, string>(),
  /** Days of slots from the waiting list that the server confirmed. */
  takenSlots: new Set<string>(),
  /** Days that were closed, and that the donor left or may have left. */
  leftDays: new Set<string>(),
  photo: { id: undefined as string | undefined, state: 'absent' as 'absent' | 'present' | 'unknown' },
  /**
   * Whether the donor has requested the deletion of the account. `isDeleted`: whether the server confirmed
   * it.
   */
  isDeleting: false,
  isDeleted: false,
  inFlight: 0,
  requestCount: 0,
});

/** A donor at the start of a schedule. */
export type Registered = {
  number: number;
  userId: string;
  email: string;
  token: string;
  appointments: [id: string, day: Day][];
};

const newBooking = (day: Day): Booking => ({ days: new Set([day]), canceled: false, isCancelable: false });

/** A day of the simulation in the format of API and database. */
export const dayAfter = (world: DonorWorld, count: number): Day =>
  toDay(new Date(world.start + days(count))) as Day;

/** `isAlone`: no other request of this donor ran at the same time, so that the response is predictable. */
export type DonorResponse = WorldResponse & { isAnswered: boolean; isAlone: boolean };

export async function sendAsDonor(
  world: DonorWorld,
  donor: Donor,
  method: string,
  path: string,
  json?: object,
  headers?: Record<string, string>,
): Promise<DonorResponse> {
  const { token, isDeleting } = donor;
  const hadSessionEnded = donor.endedTokens.has(token);
  donor.requestCount += 1;
  donor.inFlight += 1;
  const { requestCount } = donor;
  const isFirst = donor.inFlight === 1;
  const response = await world.request(method, path, { token, json, headers });
  const isAlone = isFirst && donor.requestCount === requestCount;
  donor.inFlight -= 1;
  const { status } = response;
  if (hadSessionEnded)
    assert(status === 0 || status >= 400, `${method} ${path}: succeeded after the session ended`);
  const maySessionHaveEnded =
    isDeleting || donor.isDeleting || donor.endedTokens.has(token) || donor.maybeEndedTokens.has(token);
  if (status === 403) assert(maySessionHaveEnded, `${method} ${path}: rejected although signed in`);
  return { ...response, isAlone, isAnswered: status > 0 && status < 500 };
}

/** Requests an appointment. Returns its id, if there is one. */
export async function requestDay(
  world: DonorWorld,
  donor: Donor,
  { day, key, center = form.center }: { day: Day; key: string; center?: string },
): Promise<string | undefined> {
  const date = formatLongDate(day);
  const query = new URLSearchParams({ email: donor.email, date });
  const json = { ...form, email: donor.email, date, center };
  const mayExist = donor.pendingRequests.has(key);
  donor.pendingRequests.set(key, day);
  const response = await sendAsDonor(world, donor, 'POST', `/appointments?${query}`, json, {
    'idempotency-key': key,
  });
  if (!response.isAnswered) return undefined;
  if (response.status === 200 || !mayExist) donor.pendingRequests.delete(key);
  if (response.status !== 200) return undefined;
  const id = response.body?.insertedId as string | undefined;
  if (response.body?.nextFree || response.body?.limit) return undefined;
  if (id === undefined) expectDayTaken(donor, response, day);
  else {
    expectDayFree(donor, response, day, id);
    if (!donor.bookings.has(id)) donor.bookings.set(id, newBooking(day));
  }
  return id;
}

const form = { name: 'Rahim Uddin', phone: '01712345678', center: 'Dhaka Medical College', bloodGroup: 'O+' };

export async function moveTo(world: DonorWorld, donor: Donor, id: string, day: Day): Promise<void> {
  const booking = donor.bookings.get(id);
  const response = await sendAsDonor(world, donor, 'PATCH', `/appointments/${id}`, {
    date: formatLongDate(day),
  });
  if (!booking) return;
  if (!response.isAnswered) booking.days.add(day);
  if (response.status === 404 && response.isAlone)
    assert(!isCertain(donor, booking), '404 for an existing appointment');
  if (response.status !== 200) return;
  // The clinic is full or closed.
  if (response.body?.nextFree) return;
  if (response.body?.success !== true) return expectDayTaken(donor, response, day, id);
  expectDayFree(donor, response, day, id);
  if (response.isAlone) booking.days.clear();
  booking.days.add(day);
}

export async function cancel(world: DonorWorld, donor: Donor, id: string): Promise<void> {
  const booking = donor.bookings.get(id);
  const response = await sendAsDonor(world, donor, 'DELETE', `/appointments/${id}`);
  if (!booking)
    return void (
      response.status === 200 &&
      assert.equal(response.body?.deletedCount, 0, "deleted another donor's appointment")
    );
  if (!response.isAnswered) booking.isCancelable = true;
  if (response.status !== 200) return;
  if (response.isAlone && isCertain(donor, booking))
    assert.equal(response.body?.deletedCount, 1, 'the appointment was already gone');
  // Deleting the account keeps paid appointments without personal data.
  if (response.body?.deletedCount === 1 || !donor.isDeleting) booking.canceled = true;
}

/** Checks that the list matches the earlier responses. */
export async function list(world: DonorWorld, donor: Donor): Promise<void> {
  const response = await sendAsDonor(world, donor, 'GET', `/appointments?email=${donor.email}`);
  if (response.status !== 200 || !response.isAlone) return;
  const rows = response.body as unknown as { _id: string; date: string }[];
  for (const [id, booking] of donor.bookings) {
    const row = rows.find(({ _id }) => _id === id);
    if (booking.canceled) assert(!row, 'listed after its cancellation');
    else if (isCertain(donor, booking)) assert(row, 'booked but not listed');
    if (row)
      assert(
        [...booking.days].some((day) => formatLongDate(day as Day) === row.date),
        'listed on another day',
      );
  }
  const unknown = rows.filter(({ _id }) => !donor.bookings.has(_id));
  const requested = [...donor.pendingRequests.values()].map((day) => formatLongDate(day as Day));
  for (const { date } of unknown) assert(requested.includes(date), 'listed but never requested');
}

/** Returns whether only confirmed requests can have changed the booking. */
export const isCertain = (donor: Donor, { days: { size }, canceled, isCancelable }: Booking): boolean =>
  size === 1 && !canceled && !isCancelable && !donor.isDeleting;

const others = (donor: Donor, id: string | undefined): Booking[] =>
  [...donor.bookings].flatMap(([otherId, booking]) => (otherId === id ? [] : [booking]));

function expectDayFree(donor: Donor, { isAlone }: DonorResponse, day: Day, id: string): void {
  const isTwice = others(donor, id).some((other) => isCertain(donor, other) && other.days.has(day));
  assert(!isAlone || !isTwice, `${day} is booked twice`);
}

function expectDayTaken(donor: Donor, { isAlone }: DonorResponse, day: Day, id?: string): void {
  const isTakenByOther = others(donor, id).some((other) => !other.canceled && other.days.has(day));
  const isPending = [...donor.pendingRequests.values()].includes(day);
  assert(!isAlone || isTakenByOther || isPending, `${day} is rejected as taken but is free`);
}
