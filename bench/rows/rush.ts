import { MAX_DAYS } from '../../contract/centers.ts';
import { type Day, utcDay } from '../../contract/days.ts';
import { openDatabase } from '../../e2e/support/staff.ts';
import { days } from '../../platform/time.ts';
import { type Measurement, spreadOf } from '../measure.ts';
import { addClinic, bookingRequest, createMembers, daysAhead } from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../system.ts';
import { requestBytes, runLoad } from '../wrk.ts';

const SLOTS = 200;
/** Arrival times with twenty slots each. */
const TIMES = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30'];
/** Requests per second. */
const RATES = { quiet: 200, reads: 2400, bookings: 125 };

/**
 * Measures public reads while many donors compete for the slots of one day, against the same reads of an idle
 * site.
 */
export const rush: Measurement = async ({ rounds, seconds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const id = await addClinic(site, { closes: '14:00', slots: SLOTS / TIMES.length });
  const requests = publicReads(site, id);
  const measureReads = () => runLoad(site, { requests, connections: 40, perSecond: RATES.quiet, seconds });
  const results = await Array.fromAsync(daysAhead().slice(10, 11 + rounds), async (date) => {
    const bookings = (await createMembers(site, RATES.bookings * seconds)).map((member, n) =>
      bookingRequest(site, member, { date, center: 'Clinic', time: TIMES[n % TIMES.length] as string }),
    );
    const { p99: quiet } = await measureReads();
    // A donor who gets no slot receives 409 and the slots that are free.
    const booking = { once: true, connections: 125, perSecond: RATES.bookings, statuses: [200, 409] };
    const [{ p99: busy }, booked, read] = await Promise.all([
      measureReads(),
      runLoad(site, { requests: bookings, seconds, ...booking }),
      runLoad(site, { requests, connections: 480, perSecond: RATES.reads, seconds }),
    ]);
    const arrived = (booked.requests + read.requests) / seconds;
    const donors = countDonors(site, id, date);
    return { quiet, busy, times: busy / quiet, arrived, booked: booked.p99, donors };
  });
  // The first round only warms up the site, whose code is still being compiled.
  const figure = spreadOf(results.slice(1));
  return [
    {
      label: `public reads while everybody competes for ${SLOTS} slots : the site is otherwise idle`,
      figures: [
        `p99 ${figure('busy', 1)} : ${figure('quiet', 1)} ms, ${figure('times', 1)} times`,
        `${figure('arrived')} requests a second`,
        `p99 of bookings ${figure('booked')} ms`,
        `donors with a slot ${results.map(({ donors }) => donors).join(', ')}`,
      ],
      violations: results.some(({ donors }) => donors !== SLOTS) ? ['slots were lost or given twice'] : [],
    },
  ];
};

/** The requests of a center's page, as browsers send them. */
function publicReads({ url }: MeasuredSite, id: string): string[] {
  const [from, to] = [utcDay(Date.now()), utcDay(Date.now() + days(MAX_DAYS - 1))];
  const lists = ['/api/centers', `/api/centers/${id}/days?from=${from}&to=${to}`, '/api/config'];
  const headers = { 'accept-encoding': 'br' };
  return [`/centers/${id}`, ...lists].map((path) => requestBytes(url + path, { headers }));
}

/**
 * Returns the number of different donors with a slot on a day, or NaN if it differs from the count of taken
 * slots.
 */
function countDonors({ dataDir }: MeasuredSite, id: string, day: Day): number {
  using db = openDatabase(dataDir);
  const count = (sql: string) =>
    Number(db.prepare(`select ${sql} where center_id = ? and day = ?`).get(id, day)?.count);
  const donors = count('count(distinct user_id) count from appointments');
  return donors === count('sum(reserved) count from slots') ? donors : Number.NaN;
}
