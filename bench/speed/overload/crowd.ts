import { bookableDays, type Day, dayOf } from '../../../contract/days.ts';
import type { Site } from '../../../e2e/support/site.ts';
import { newId } from '../../../platform/ids.ts';
import { tell } from '../../images/children.ts';
import { booking } from '../bookings/booking.ts';
import { makeMembers } from '../bookings/members.ts';
import type { Arrivals, Arrived } from './arrivals.ts';

/** A fifth of what it asks for. */
const bookingsPart = 0.2;
/** Appointments of a reader: so much that the crowd's own core can ask for five times what the site can do. */
const eachHas = 100;
/** Nobody can do more. */
const mostPerSecond = 10_000;

export type Crowd = {
  /** Without `perSecond` as much as the site can do. */
  come(arriving: { seconds: number; perSecond?: number }): Promise<Arrived>;
  /** Resolves with the ms until one who asks for appointments is answered ten times at once, within 100 ms each. */
  untilServed(): Promise<number>;
};

/** A crowd at a site: readers with a hundred appointments each, and as many bookers as it takes. */
export async function gather(site: Site): Promise<Crowd> {
  const days = daysAhead();
  const readers = await makeMembers(site, newIds(10));
  for (const reader of readers) {
    const all = days.slice(0, eachHas).map(async (date) => {
      const { path, ...init } = booking(reader, date);
      const answer = await fetch(`${site.url}${path}`, { method: 'POST', ...init });
      if (answer.status !== 200) throw new Error(`A booking was answered ${answer.status}.`);
    });
    await Promise.all(all);
  }
  const [{ email, token }] = readers as [(typeof readers)[0]];
  const address = `${site.url}/api/appointments?${new URLSearchParams({ email })}`;
  const ask = async () => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    async come({ seconds, perSecond }) {
      const bookings = seconds * (perSecond ?? mostPerSecond) * bookingsPart * 1.1;
      const bookers = await makeMembers(site, newIds(Math.ceil(bookings / days.length) + 1));
      const message: Arrivals = {
        url: site.url,
        readers,
        bookers,
        days,
        seconds,
        ...(perSecond && { perSecond }),
      };
      return (await tell<Arrived>('../speed/overload/arrivals.ts', message)).told;
    },
    async untilServed() {
      const began = performance.now();
      let since = began;
      for (let inARow = 0; inARow < 10; inARow += 1) {
        const asked = performance.now();
        if ((await ask()) === 200 && performance.now() - asked < 100) continue;
        since = performance.now();
        inARow = -1;
      }
      return since - began;
    },
  };
}

const newIds = (many: number): string[] => Array.from({ length: many }, newId);

/** Not today: the run may pass midnight. */
function daysAhead(): Day[] {
  const { last } = bookableDays(Date.now());
  const days: Day[] = [];
  for (let time = Date.now() + 86_400_000; dayOf(new Date(time)) < last; time += 86_400_000) {
    days.push(dayOf(new Date(time)));
  }
  return days;
}
