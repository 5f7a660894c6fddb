// A process of its own on core 1: 64 clients, each of whom books day after day for one member after the other, without
// a pause. Tells how many bookings a second were taken; an answer that is not 200 and a booking ends it.
import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import autocannon from 'autocannon';
import { keepOnCore } from '../../cores.ts';
import { booking } from './booking.ts';
import type { Member } from './members.ts';

export type Booking = {
  url: string;
  members: Member[];
  days: string[];
  seconds: number;
  /** With an Idempotency-Key, as the form sends it. */
  keyed: boolean;
};
export type Booked = { bookings: number; perSecond: number };

const clients = 64;

process.once('message', async ({ url, members, days, seconds, keyed }: Booking) => {
  keepOnCore(process.pid, 1);
  // Who reads beside it on that core waits for the site, not for us.
  setPriority(constants.priority.PRIORITY_LOW);
  const next = bookings(members, days, keyed);
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    requests: [{ method: 'POST', setupRequest: (request) => ({ ...request, ...next() }) }],
    verifyBody: (body) => String(body).startsWith('{"success":true,'),
  });
  const taken = result.statusCodeStats?.['200']?.count ?? 0;
  if (result.errors || result.mismatches || taken !== result.requests.total) {
    throw new Error(
      `Of ${result.requests.total} bookings ${taken} answers were 200, ${result.mismatches} no.`,
    );
  }
  process.send?.({ bookings: taken, perSecond: taken / result.duration } satisfies Booked);
  process.disconnect?.();
});

/** Each the next day of one of 64 members, until they have no day left; then of the next 64. */
function bookings(members: Member[], days: string[], keyed: boolean) {
  let asked = 0;
  return () => {
    const round = Math.floor(asked / clients);
    const member = members[Math.floor(round / days.length) * clients + (asked % clients)];
    const date = days[round % days.length];
    asked += 1;
    if (!member) throw new Error('Every member has every day: make more members.');
    const { headers, ...sent } = booking(member, String(date));
    return { ...sent, headers: { ...headers, ...(keyed && { 'idempotency-key': randomUUID() }) } };
  };
}
