import { requestBytes } from '../load/connection.ts';
import { type LoadResult, runLoad } from '../load/run.ts';
import { type Measurement, median, type Pair, perSecond, type Row } from '../measure.ts';
import {
  bookingRequest,
  bookingRequests,
  createMembers,
  daysAhead,
  listRequest,
  newIds,
} from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const MAX_PER_SECOND = 10_000;

/** `all`: lists and bookings. `reads`: concurrent `GET /api/reviews`, a hundred per second. */
type OverloadResult = { all: LoadResult; reads: LoadResult };

/** More requests than the site can handle. */
export const overload: Measurement = async ({ rounds, seconds }) => {
  await using site = await startMeasuredSite();
  const load = { url: site.url, server: site.pid, seconds, statuses: [200, 503] };
  const reviews = [requestBytes(`${site.url}/api/reviews`)];
  const lists = await createReaders(site);
  const atCapacity = async () => {
    const requests = await mix(site, lists, seconds * MAX_PER_SECOND);
    return runLoad({ ...load, statuses: [200], requests, once: true, connections: 64 });
  };
  const runOverload = async (rate: number): Promise<OverloadResult> => {
    const requests = await mix(site, lists, seconds * rate * 1.1);
    const [all, reads] = await Promise.all([
      runLoad({ ...load, requests, once: true, connections: 2000, perSecond: rate }),
      runLoad({ ...load, requests: reviews, connections: 8, perSecond: 100 }),
    ]);
    // Count only the seconds in which requests were sent, not those of the last responses.
    return { all: { ...all, seconds }, reads };
  };
  await atCapacity();
  const measured = [2, 5].map((times) => ({ times, pairs: [] as Pair[], results: [] as OverloadResult[] }));
  for (let round = 0; round < rounds; round += 1) {
    const peer = await atCapacity();
    for (const { times, pairs, results } of measured) {
      const result = await runOverload(Math.round(times * perSecond(peer)));
      results.push(result);
      // The CPU time of rejected and late requests is included.
      const { inTime = 0, ...waits } = result.all.statuses[200] ?? {};
      pairs.push({
        ours: { ...result.all, ...waits, requests: inTime },
        peer: { ...peer, ...peer.statuses[200] },
      });
    }
  }
  return measured.map(rowOf);
};

function rowOf({ times, pairs, results }: { times: number; pairs: Pair[]; results: OverloadResult[] }): Row {
  const select = (figure: (one: OverloadResult) => number) => median(results.map(figure)).toFixed(0);
  const rejectedPercent = ({ statuses, requests }: LoadResult) =>
    (100 * (statuses[503]?.count ?? 0)) / requests;
  return {
    label: `${times} times as many requests as at capacity; counted: finished within 1 s`,
    against: 'capacity: four lists of 100 appointments to one booking, 64 clients without a pause',
    pairs,
    figures: [
      `arrived ${select(({ all }) => perSecond(all))} a second`,
      `503: ${select(({ all }) => rejectedPercent(all))} %, p99 ${select(({ all }) => all.statuses[503]?.p99 ?? 0)} ms`,
      `GET /api/reviews 503: ${select(({ reads }) => rejectedPercent(reads))} %, p99 ${select(({ reads }) => reads.statuses[200]?.p99 ?? 0)} ms`,
    ],
    target: 'at least 0.5 by requests, p99 at most 1000 ms, no GET /api/reviews rejected',
  };
}

async function mix(site: MeasuredSite, lists: string[], count: number): Promise<string[]> {
  const bookings = await bookingRequests(site, Math.ceil(count / 5));
  return bookings.flatMap((booking, n) => {
    const list = lists[n % lists.length] as string;
    return [list, list, booking, list, list];
  });
}

/** The requests for lists of members with a hundred appointments each: the generator's core can send five times what the site can handle. */
async function createReaders(site: MeasuredSite): Promise<string[]> {
  const { url, pid: server } = site;
  const members = await createMembers(site, newIds(10));
  const requests = daysAhead().flatMap((date) => members.map((one) => bookingRequest(url, one, { date })));
  await runLoad({ url, server, requests, once: true, connections: 10, seconds: 60, statuses: [200] });
  return members.map((member) => listRequest(url, member));
}
