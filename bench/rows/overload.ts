import { type Site, startSite } from '../../e2e/support/site.ts';
import { median } from '../figures.ts';
import { requestBytes } from '../load/connection.ts';
import { GENERATOR_CORE, type Load, type Loaded, runLoad, SERVER_CORE } from '../load/run.ts';
import { type Measurement, type Pair, perSecond, type Row } from '../measure.ts';
import {
  bookingRequest,
  bookingRequests,
  createMembers,
  daysAhead,
  listRequest,
  newIds,
} from '../members.ts';
import { keepOnCore } from '../system.ts';

/** So many that the generator's core can ask for five times what the site can do. */
const APPOINTMENTS_EACH = 100;
const MAX_PER_SECOND = 10_000;

/** `all`: lists and bookings; `reads`: of `GET /api/reviews` meanwhile, a hundred a second. */
type Arrived = { all: Loaded; reads: Loaded };

/** More requests arrive than the site can respond to. */
export const overload: Measurement = async ({ rounds, seconds }) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '1000000' });
  keepOnCore(site.pid, SERVER_CORE);
  const load = { url: site.url, server: site.pid, seconds, statuses: [200], core: GENERATOR_CORE };
  const hot = {
    ...load,
    requests: [requestBytes(`${site.url}/api/reviews`)],
    connections: 8,
    perSecond: 100,
  };
  try {
    const lists = await createReaders(site, { ...load, seconds: 60 });
    const atCapacity = async () => {
      const requests = await mix(site, lists, seconds * MAX_PER_SECOND);
      return runLoad({ ...load, requests, once: true, connections: 64 });
    };
    const arrive = async (perSecond: number): Promise<Arrived> => {
      const requests = await mix(site, lists, seconds * perSecond * 1.1);
      const more = { ...load, requests, once: true, connections: 2000, perSecond, statuses: [200, 503] };
      const [all, reads] = await Promise.all([runLoad(more), runLoad({ ...hot, statuses: [200, 503] })]);
      // Of the seconds in which they came, without those in which the last were responded to.
      return { all: { ...all, seconds }, reads };
    };
    await atCapacity();
    const measured = [2, 5].map((times) => ({ times, pairs: [] as Pair[], arrived: [] as Arrived[] }));
    for (let round = 0; round < rounds; round += 1) {
      const peer = await atCapacity();
      for (const { times, pairs, arrived } of measured) {
        const told = await arrive(Math.round(times * perSecond(peer)));
        arrived.push(told);
        // They bear the CPU time of those that were refused or late, too.
        const { inTime = 0, ...waits } = told.all.statuses[200] ?? {};
        pairs.push({
          ours: { ...told.all, ...waits, requests: inTime },
          peer: { ...peer, ...peer.statuses[200] },
        });
      }
    }
    return measured.map(rowOf);
  } finally {
    await site.stop();
  }
};

function rowOf({ times, pairs, arrived }: { times: number; pairs: Pair[]; arrived: Arrived[] }): Row {
  const of = (figure: (one: Arrived) => number) => median(arrived.map(figure)).toFixed(0);
  const refused = ({ statuses, requests }: Loaded) => (100 * (statuses[503]?.count ?? 0)) / requests;
  return {
    label: `${times} times as many arrive as at capacity; counted: done within 1 s`,
    against: "capacity: four times one's hundred appointments, one booking, 64 clients without a pause",
    pairs,
    figures: [
      `arrived ${of(({ all }) => perSecond(all))} a second`,
      `503: ${of(({ all }) => refused(all))} %, p99 ${of(({ all }) => all.statuses[503]?.p99 ?? 0)} ms`,
      `GET /api/reviews 503: ${of(({ reads }) => refused(reads))} %, p99 ${of(({ reads }) => reads.statuses[200]?.p99 ?? 0)} ms`,
    ],
    target: 'at least 0.5 by requests, p99 at most 1000 ms, no GET /api/reviews refused',
  };
}

async function mix(site: Site, lists: string[], count: number): Promise<string[]> {
  const bookings = await bookingRequests(site, Math.ceil(count / 5), false);
  return bookings.flatMap((booking, n) => {
    const list = lists[n % lists.length] as string;
    return [list, list, booking, list, list];
  });
}

/** The requests for lists of members with a hundred appointments each. */
async function createReaders(site: Site, load: Omit<Load, 'requests' | 'connections'>): Promise<string[]> {
  const members = await createMembers(site, newIds(10));
  const days = daysAhead().slice(0, APPOINTMENTS_EACH);
  const requests = days.flatMap((day) => members.map((one) => bookingRequest(site.url, one, day, false)));
  await runLoad({ ...load, requests, once: true, connections: 10 });
  return members.map((member) => listRequest(site.url, member));
}
