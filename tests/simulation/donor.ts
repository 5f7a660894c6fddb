import assert from 'node:assert/strict';
import { type Day, formatLongDate, toDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { World, WorldResponse } from './world.ts';

/** An appointment as its donor knows it. Several `days`: a request to move it was not answered, or met another one. */
export type Booking = { days: Set<string>; cancelled: boolean; mayBeCancelled: boolean };

/** A donor, and what the server has told them: none of it may turn out to be untrue. */
export type Donor = ReturnType<typeof createDonor>;

export const createDonor = ({ number, userId, email, token, booked }: Registered) => ({
  number,
  userId,
  email,
  /** Of the session that all tabs share. */
  token,
  ended: new Set<string>(),
  mayHaveEnded: new Set<string>(),
  bookings: new Map(booked.map(([id, day]) => [id, newBooking(day)])),
  /** Requests for an appointment that nobody answered: the day, by their Idempotency-Key. */
  unanswered: new Map<string, string>(),
  photo: { id: undefined as string | undefined, state: 'absent' as 'absent' | 'present' | 'unknown' },
  /** Asked for, and answered: the end of the account. */
  leaving: false,
  gone: false,
  inFlight: 0,
  begun: 0,
});

/** A donor as they are when a schedule begins. */
export type Registered = {
  number: number;
  userId: string;
  email: string;
  token: string;
  booked: [id: string, day: Day][];
};

const newBooking = (day: Day): Booking => ({ days: new Set([day]), cancelled: false, mayBeCancelled: false });

/** A day of the simulation, as the wire and the database write it. */
export const dayAfter = (world: World, count: number): Day =>
  toDay(new Date(world.start + days(count))) as Day;

/** `isAlone`: no other request of this donor was under way meanwhile, so that what must be answered is known. */
export type Acknowledged = WorldResponse & { isAnswered: boolean; isAlone: boolean };

export async function send(
  world: World,
  donor: Donor,
  method: string,
  path: string,
  json?: object,
  headers?: Record<string, string>,
): Promise<Acknowledged> {
  const { token, leaving } = donor;
  const hadEnded = donor.ended.has(token);
  donor.begun += 1;
  donor.inFlight += 1;
  const { begun } = donor;
  const first = donor.inFlight === 1;
  const answer = await world.ask(method, path, { token, json, headers });
  const isAlone = first && donor.begun === begun;
  donor.inFlight -= 1;
  const { status } = answer;
  if (hadEnded) assert(status === 0 || status >= 400, `${method} ${path}: answered after the session ended`);
  const mayBeOut = leaving || donor.leaving || donor.ended.has(token) || donor.mayHaveEnded.has(token);
  if (status === 403) assert(mayBeOut, `${method} ${path}: refused although signed in`);
  return { ...answer, isAlone, isAnswered: status > 0 && status < 500 };
}

/** Requests a day; gives the id of the appointment, if there is one now. */
export async function requestDay(
  world: World,
  donor: Donor,
  { day, key }: { day: Day; key: string },
): Promise<string | undefined> {
  const date = formatLongDate(day);
  const query = new URLSearchParams({ email: donor.email, date });
  const json = { ...form, email: donor.email, date };
  const mayBeMade = donor.unanswered.has(key);
  donor.unanswered.set(key, day);
  const told = await send(world, donor, 'POST', `/appointments?${query}`, json, { 'idempotency-key': key });
  if (!told.isAnswered) return undefined;
  if (told.status === 200 || !mayBeMade) donor.unanswered.delete(key);
  if (told.status !== 200) return undefined;
  const id = told.body?.insertedId as string | undefined;
  if (id === undefined) expectTaken(donor, told, day);
  else {
    expectFree(donor, told, day, id);
    if (!donor.bookings.has(id)) donor.bookings.set(id, newBooking(day));
  }
  return id;
}

const form = { name: 'Rahim Uddin', phone: '01712345678', center: 'Dhaka Medical College', bloodGroup: 'O+' };

export async function moveTo(world: World, donor: Donor, id: string, day: Day): Promise<void> {
  const booking = donor.bookings.get(id);
  const told = await send(world, donor, 'PATCH', `/appointments/${id}`, { date: formatLongDate(day) });
  if (!booking) return;
  if (!told.isAnswered) booking.days.add(day);
  if (told.status === 404 && told.isAlone) assert(!isCertain(donor, booking), 'moved, and said to be gone');
  if (told.status !== 200) return;
  if (told.body?.success !== true) return expectTaken(donor, told, day, id);
  expectFree(donor, told, day, id);
  if (told.isAlone) booking.days.clear();
  booking.days.add(day);
}

export async function cancel(world: World, donor: Donor, id: string): Promise<void> {
  const booking = donor.bookings.get(id);
  const told = await send(world, donor, 'DELETE', `/appointments/${id}`);
  if (!booking) return void (told.status === 200 && assert.equal(told.body?.deletedCount, 0, 'not theirs'));
  if (!told.isAnswered) booking.mayBeCancelled = true;
  if (told.status !== 200) return;
  if (told.isAlone && isCertain(donor, booking)) assert.equal(told.body?.deletedCount, 1, 'gone by itself');
  // What is paid stays without a name when an account goes.
  if (told.body?.deletedCount === 1 || !donor.leaving) booking.cancelled = true;
}

/** The list says what the donor was told. */
export async function list(world: World, donor: Donor): Promise<void> {
  const told = await send(world, donor, 'GET', `/appointments?email=${donor.email}`);
  if (told.status !== 200 || !told.isAlone) return;
  const rows = told.body as unknown as { _id: string; date: string }[];
  for (const [id, booking] of donor.bookings) {
    const row = rows.find(({ _id }) => _id === id);
    if (booking.cancelled) assert(!row, 'cancelled, and listed');
    else if (isCertain(donor, booking)) assert(row, 'booked, and not listed');
    if (row)
      assert(
        [...booking.days].some((day) => formatLongDate(day as Day) === row.date),
        'listed on another day',
      );
  }
  const unknown = rows.filter(({ _id }) => !donor.bookings.has(_id));
  const mayBe = [...donor.unanswered.values()].map((day) => formatLongDate(day as Day));
  for (const { date } of unknown) assert(mayBe.includes(date), 'listed, and never requested');
}

/** Nothing but what is told can have changed it. */
export const isCertain = (donor: Donor, { days: { size }, cancelled, mayBeCancelled }: Booking): boolean =>
  size === 1 && !cancelled && !mayBeCancelled && !donor.leaving;

const others = (donor: Donor, id: string | undefined): Booking[] =>
  [...donor.bookings].flatMap(([each, booking]) => (each === id ? [] : [booking]));

function expectFree(donor: Donor, { isAlone }: Acknowledged, day: Day, id: string): void {
  const twice = others(donor, id).some((each) => isCertain(donor, each) && each.days.has(day));
  assert(!isAlone || !twice, `${day} is booked twice`);
}

function expectTaken(donor: Donor, { isAlone }: Acknowledged, day: Day, id?: string): void {
  const mayBe = others(donor, id).some((each) => !each.cancelled && each.days.has(day));
  const unanswered = [...donor.unanswered.values()].includes(day);
  assert(!isAlone || mayBe || unanswered, `${day} is refused as taken, and is free`);
}
