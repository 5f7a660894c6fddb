import { MAX_DAYS } from '../../contract/centers.ts';
import { type Day, utcDay } from '../../contract/days.ts';
import { openDatabase } from '../../e2e/support/staff.ts';
import { days } from '../../platform/time.ts';
import { type Measurement, spread } from '../measure.ts';
import { addCenter, bookingRequest, createMembers, daysAhead } from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';
import { requestBytes, runLoad } from '../wrk.ts';

const SLOTS = 200;
/** Twenty donors at each. */
const TIMES = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30'];
/** Per second. */
const RATES = { quiet: 200, reads: 2400, bookings: 125 };

/** Public reads while everybody competes for the slots of one day, compared with the same reads of an idle site. */
export const rush: Measurement = async ({ rounds, seconds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const id = await addCenter(site, 'Clinic', { closes: '14:00', places: SLOTS / TIMES.length });
  const requests = publicReads(site, id);
  const measureReads = () => runLoad(site, { requests, connections: 40, perSecond: RATES.quiet, seconds });
  // The first time, much is still being compiled.
  const results = await Array.fromAsync(daysAhead().slice(10, 11 + rounds), async (date) => {
    const members = await createMembers(site, RATES.bookings * seconds);
    const bookings = members.map((member, n) =>
      bookingRequest(site, member, { date, center: 'Clinic', time: TIMES[n % TIMES.length] as string }),
    );
    const { p99: quiet } = await measureReads();
    const [{ p99: busy }, booked, read] = await Promise.all([
      measureReads(),
      // A donor without a slot is told which ones are free: 409.
      runLoad(site, {
        requests: bookings,
        once: true,
        connections: 125,
        perSecond: RATES.bookings,
        seconds,
        statuses: [200, 409],
      }),
      runLoad(site, { requests, connections: 480, perSecond: RATES.reads, seconds }),
    ]);
    const arrived = (booked.requests + read.requests) / seconds;
    return { quiet, busy, arrived, booked: booked.p99, donors: countDonors(site, id, date) };
  });
  const measured = results.slice(1);
  const figure = (select: (result: (typeof results)[0]) => number, digits?: number) =>
    spread(measured.map(select), digits);
  return [
    {
      label: `public reads while everybody competes for ${SLOTS} slots : the site is otherwise idle`,
      figures: [
        `p99 ${figure(({ busy }) => busy)} : ${figure(({ quiet }) => quiet)} ms, ${figure(({ busy, quiet }) => busy / quiet)} times`,
        `${figure(({ arrived }) => arrived, 0)} requests a second`,
        `p99 of bookings ${figure(({ booked }) => booked, 0)} ms`,
        `donors with a slot ${results.map(({ donors }) => donors).join(', ')}`,
      ],
      target: 'p99 at most 3 times',
      violations: results.some(({ donors }) => donors !== SLOTS) ? ['slots were lost or given twice'] : [],
    },
  ];
};

/** What the page of the center requests, as browsers do. */
function publicReads({ url }: MeasuredSite, id: string): string[] {
  const [from, to] = [utcDay(Date.now()), utcDay(Date.now() + days(MAX_DAYS - 1))];
  const apiPaths = ['centers', `centers/${id}/days?from=${from}&to=${to}`, 'config'];
  return [`/centers/${id}`, ...apiPaths.map((path) => `/api/${path}`)].map((path) =>
    requestBytes({ url: url + path, headers: { 'accept-encoding': 'br' } }),
  );
}

/** Number of different donors with a slot on a day; NaN if the count of taken slots differs. */
function countDonors({ dataDir }: MeasuredSite, id: string, day: Day): number {
  using db = openDatabase(dataDir);
  const count = (sql: string) => Number(db.prepare(sql).get(id, day)?.count);
  const donors = count(
    'select count(distinct user_id) count from appointments where center_id = ? and day = ?',
  );
  const taken = count('select sum(taken) count from places where center_id = ? and day = ?');
  return donors === taken ? donors : Number.NaN;
}
