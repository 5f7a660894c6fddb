import { requestBytes } from '../load/connection.ts';
import { type LoadResult, runLoad } from '../load/run.ts';
import { compareSides, type Measurement, perSecond, spreadOf } from '../measure.ts';
import { bookingRequests, bookingsOf, createMembers, listRequest, newIds } from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const MAX_PER_SECOND = 10_000;

/** More requests than the site can handle. */
export const overload: Measurement = async (options) => {
  await using site = await startMeasuredSite();
  const lists = await createReaders(site);
  let capacity = 0;
  const atCapacity = {
    name: 'capacity: four lists of 100 appointments to one booking, 64 clients without a pause',
    async measure(seconds: number) {
      const requests = await mix(site, lists, seconds * MAX_PER_SECOND);
      const result = await runLoad(site, { requests, once: true, connections: 64, seconds });
      capacity = perSecond(result);
      return result;
    },
  };
  return await Array.fromAsync([2, 5], async (times) => {
    const overloaded = {
      name: `${times} times as many requests as at capacity; counted: finished within 1 s`,
      measure: (seconds: number) => measureOverload(site, lists, Math.round(times * capacity), seconds),
    };
    const row = await compareSides(overloaded, atCapacity, options);
    const runs = row.pairs.map(({ ours }) => ours);
    const figure = (select: (run: Overload) => number) => spreadOf(runs, select, 0);
    return {
      ...row,
      figures: [
        `arrived ${figure(({ all, seconds }) => all.requests / seconds)} a second`,
        `503: ${figure(({ all }) => rejectedPercent(all))} %, p99 ${figure(({ all }) => all.rejected.p99 || 0)} ms`,
        `GET /api/reviews 503: ${figure(({ reads }) => rejectedPercent(reads))} %, p99 ${figure(({ reads }) => reads.p99)} ms`,
      ],
      target: 'at least 0.5 by requests, p99 at most 1000 ms, no GET /api/reviews rejected',
    };
  });
};

type Overload = Awaited<ReturnType<typeof measureOverload>>;

/** Sends lists and bookings at this rate, and a hundred `GET /api/reviews` a second. */
async function measureOverload(site: MeasuredSite, lists: string[], rate: number, seconds: number) {
  const requests = await mix(site, lists, seconds * rate * 1.1);
  const reviews = [requestBytes({ url: `${site.url}/api/reviews` })];
  const load = { seconds, statuses: [200, 503] };
  const [all, reads] = await Promise.all([
    runLoad(site, { ...load, requests, once: true, connections: 2000, perSecond: rate }),
    runLoad(site, { ...load, requests: reviews, connections: 8, perSecond: 100 }),
  ]);
  // Count only the seconds in which requests were sent, not those of the last responses. The CPU time of rejected and
  // late requests is included.
  return { ...all, seconds, requests: all.inTime, all, reads };
}

const rejectedPercent = ({ rejected, requests }: LoadResult) => (100 * rejected.count) / requests;

/** Four lists to one booking. */
async function mix(site: MeasuredSite, lists: string[], count: number): Promise<string[]> {
  const bookings = await bookingRequests(site, Math.ceil(count / 5));
  return bookings.flatMap((booking, n) => {
    const list = lists[n % lists.length] as string;
    return [list, list, booking, list, list];
  });
}

/** The requests for lists of members with a hundred appointments each: the generator's core can send five times what the site can handle. */
async function createReaders(site: MeasuredSite): Promise<string[]> {
  const members = await createMembers(site, newIds(10));
  await runLoad(site, { requests: bookingsOf(site, members), once: true, connections: 10, seconds: 60 });
  return members.map((member) => requestBytes(listRequest(site, member)));
}
