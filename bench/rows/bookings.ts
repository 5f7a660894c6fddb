import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sendToChild } from '../child.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide, runLoad } from '../load/run.ts';
import {
  compareSides,
  type Measurement,
  type Options,
  type Row,
  type Sample,
  type Side,
  spread,
} from '../measure.ts';
import { bookingRequests, daysAhead } from '../members.ts';
import type { PeerJob } from '../peers/alone.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

/** More than the site can handle. */
const MAX_PER_SECOND = 8000;

/** Durable bookings with token check and validation, compared with plain inserts; and how bookings affect readers. */
export const bookings: Measurement = async (options) => {
  await using site = await startMeasuredSite();
  const ours = bookingSide(site);
  return [
    {
      ...(await compareSides(ours, insertSide(site), options)),
      target: 'at least 1.5 times its inserts/s',
    },
    await compareReads(site, ours, options),
  ];
};

const bookingSide = (site: MeasuredSite): Side =>
  loadSide('POST /api/appointments as the form sends it, durable, 64 clients', async (seconds) => ({
    url: site.url,
    server: site.pid,
    requests: await bookingRequests(site, seconds * MAX_PER_SECOND),
    once: true,
    connections: 64,
    seconds,
    statuses: [200],
    contains: '{"success":true,',
  }));

const insertSide = (site: MeasuredSite): Side => ({
  name: 'node:sqlite alone: durable inserts one at a time, same table and indexes',
  async measure(seconds) {
    const message: PeerJob = { peer: 'inserts', tables: tablesOf(site), days: daysAhead(), seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
  },
});

function tablesOf({ dataDir }: MeasuredSite): string[] {
  using db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true });
  const all = db.prepare(`select sql from sqlite_schema where tbl_name = 'appointments' and sql is not null`);
  return all.all().map(({ sql }) => String(sql));
}

/** Measures p99 of `GET /api/reviews` at a low rate, alternately without and with bookings. */
async function compareReads(site: MeasuredSite, booking: Side, { rounds, seconds }: Options): Promise<Row> {
  const load = { url: site.url, server: site.pid, connections: 8, seconds, perSecond: 200, statuses: [200] };
  const requests = [requestBytes(`${site.url}/api/reviews`)];
  const read = async () => (await runLoad({ ...load, requests })).statuses[200]?.p99 ?? Number.NaN;
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await read());
    const other = booking.measure(seconds + 3);
    busy.push(await read());
    await other;
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] as number));
  return {
    label: `GET /api/reviews, ${load.perSecond} a second, while 64 clients book`,
    against: 'while the site is otherwise idle',
    figures: [`p99 ${spread(busy)} ms : ${spread(quiet)} ms, ratio ${spread(ratios)}`],
    target: 'p99 at most 2 times',
  };
}
