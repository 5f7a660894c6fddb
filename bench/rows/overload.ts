import { type Site, startSite } from '../../e2e/support/site.ts';
import { median } from '../figures.ts';
import { requestBytes } from '../load/connection.ts';
import { GENERATOR_CORE, type Load, type Loaded, runLoad, SERVER_CORE } from '../load/run.ts';
import { type Measurement, type Pair, perSecond, type Row, type Sample } from '../measure.ts';
import {
  bookingRequest,
  bookingRequests,
  createMembers,
  daysAhead,
  listRequest,
  newIds,
} from '../members.ts';
import { keepOnCore } from '../system.ts';

const times = [2, 5] as const;
/** So much that the generator's core can ask for five times what the site can do. */
const APPOINTMENTS_EACH = 100;
const MAX_PER_SECOND = 10_000;
const mix = "four times one's hundred appointments, one booking";

type Arrived = { all: Loaded; reads: Loaded };

/** More requests arrive than the site can respond to. */
export const overload: Measurement = async ({ rounds, seconds }) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '1000000' });
  try {
    const readers = await createReaders(site);
    keepOnCore(site.pid, SERVER_CORE);
    const load = async (arriving: number, options: Partial<Load>): Promise<Load> => ({
      url: site.url,
      server: site.pid,
      requests: await mixed(site, readers, seconds * arriving),
      once: true,
      connections: 64,
      seconds,
      statuses: [200],
      core: GENERATOR_CORE,
      ...options,
    });
    const capacity = async () => runLoad(await load(MAX_PER_SECOND, {}));
    const arrive = async (perSecond: number): Promise<Arrived> => {
      const options = { perSecond, connections: 2000, statuses: [200, 503] };
      const [all, reads] = await Promise.all([
        runLoad(await load(perSecond * 1.1, options)),
        runLoad(hotReads(site, seconds)),
      ]);
      return { all, reads };
    };
    await capacity();
    const measured = new Map(times.map((many) => [many, { pairs: [] as Pair[], arrived: [] as Arrived[] }]));
    for (let round = 0; round < rounds; round += 1) {
      const peer = await capacity();
      for (const [many, { pairs, arrived }] of measured) {
        const told = await arrive(Math.round(many * perSecond(peer)));
        arrived.push(told);
        pairs.push({ ours: inTime(told.all), peer: { ...peer, ...peer.statuses[200] } });
      }
    }
    return [...measured].map(([many, { pairs, arrived }]) => rowOf(many, pairs, arrived));
  } finally {
    await site.stop();
  }
};

/** As a sample whose requests are those that were done within a second: they bear the CPU time of the refused, too. */
function inTime({ seconds, cpuMs, busy, statuses }: Loaded): Sample {
  const { inTime = 0, p50 = Number.NaN, p99 = Number.NaN } = statuses[200] ?? {};
  return { requests: inTime, seconds, cpuMs, busy, p50, p99 };
}

function rowOf(many: number, pairs: Pair[], arrived: Arrived[]): Row {
  const of = (figure: (one: Arrived) => number) => median(arrived.map(figure));
  const refused = of(({ all }) => (all.statuses[503]?.count ?? 0) / all.requests);
  const refusedReads = of(({ reads }) => (reads.statuses[503]?.count ?? 0) / reads.requests);
  return {
    what: `${many} times as many arrive as at capacity; counted: done within 1 s`,
    against: `capacity: ${mix}, 64 clients without a pause`,
    pairs,
    figures: [
      `arrived ${of(({ all }) => perSecond(all)).toFixed(0)} a second`,
      `503: ${(refused * 100).toFixed(0)} %, p99 ${of(({ all }) => all.statuses[503]?.p99 ?? 0).toFixed(0)} ms`,
      `GET /api/reviews refused: ${(refusedReads * 100).toFixed(0)} %, p99 ${of(({ reads }) => reads.statuses[200]?.p99 ?? 0).toFixed(0)} ms`,
    ],
    target: 'at least 0.5 by requests, p99 at most 1000 ms, no public read refused',
  };
}

const hotReads = ({ url, pid }: Site, seconds: number): Load => ({
  url,
  server: pid,
  requests: [requestBytes(`${url}/api/reviews`)],
  connections: 8,
  seconds,
  perSecond: 100,
  statuses: [200, 503],
  core: GENERATOR_CORE,
});

async function mixed(site: Site, readers: string[], count: number): Promise<string[]> {
  const bookings = await bookingRequests(site, Math.ceil(count / 5), false);
  return bookings.flatMap((booking, n) => {
    const read = readers[n % readers.length] as string;
    return [read, read, booking, read, read];
  });
}

/** The requests of readers with a hundred appointments each. */
async function createReaders(site: Site): Promise<string[]> {
  const members = await createMembers(site, newIds(10));
  await runLoad({
    url: site.url,
    server: site.pid,
    requests: members.flatMap((member) =>
      daysAhead()
        .slice(0, APPOINTMENTS_EACH)
        .map((day) => bookingRequest(site.url, member, day, false)),
    ),
    once: true,
    connections: 10,
    seconds: 60,
    statuses: [200],
    core: GENERATOR_CORE,
  });
  return members.map((member) => listRequest(site.url, member));
}
