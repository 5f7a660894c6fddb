import { openDatabase } from '../../e2e/support/staff.ts';
import { requestBytes } from '../load/connection.ts';
import { compareReads, loadSide } from '../load/run.ts';
import { compareSides, type Measurement, median, ratioByCpu, type Side } from '../measure.ts';
import { addCenter, bookingRequests, type Wish } from '../members.ts';
import { insertSide } from '../peers/inserts.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

/** More than the site can handle. */
const MAX_PER_SECOND = 8000;
const MAX_COST_OF_CAPACITY = 1.25;

/**
 * Durable bookings with token check and validation, compared with plain inserts; what a place with a capacity adds; and how
 * bookings affect readers.
 */
export const bookings: Measurement = async (options) => {
  await using site = await startMeasuredSite();
  const ours = bookingSide(site, 'POST /api/appointments as the form sends it, durable, 64 clients');
  const inserts = await compareSides(ours, insertSide(tablesOf(site)), options);
  const label = 'GET /api/reviews, 200 a second, while 64 clients book';
  const reads = { label, requests: [requestBytes({ url: `${site.url}/api/reviews` })], target: 2.5 };
  const startBookings = async () => () => ours.measure(options.seconds + 3);
  const readers = await compareReads(site, reads, startBookings, options);
  await addCenter(site, 'Clinic', { closes: '17:00', places: 100_000 });
  const wish = { center: 'Clinic', time: '16:30' };
  const capacity = await compareSides(
    bookingSide(site, '... at a center with 16 arrival times, over 100 days', wish),
    { ...ours, name: 'the same where the text names no center' },
    options,
  );
  const cost = 1 / median(capacity.pairs.map(ratioByCpu));
  return [
    { ...inserts, target: 'at least 1.5 times its inserts/s' },
    {
      ...capacity,
      target: `at most ${MAX_COST_OF_CAPACITY} times its CPU`,
      violations: cost > MAX_COST_OF_CAPACITY ? [`${cost.toFixed(2)} times its CPU`] : [],
    },
    readers,
  ];
};

const bookingSide = (site: MeasuredSite, name: string, wish?: Omit<Wish, 'date'>): Side =>
  loadSide(name, site, async (seconds) => ({
    requests: await bookingRequests(site, seconds * MAX_PER_SECOND, wish),
    once: true,
    connections: 64,
    matches: /{"success":true,/,
  }));

function tablesOf({ dataDir }: MeasuredSite): string[] {
  using db = openDatabase(dataDir);
  const all = db.prepare(`select sql from sqlite_schema where tbl_name = 'appointments' and sql is not null`);
  return all.all().map(({ sql }) => String(sql));
}
