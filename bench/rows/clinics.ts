import { setTimeout as pause } from 'node:timers/promises';
import { MAX_DAYS } from '../../contract/centers.ts';
import { type Day, utcDay } from '../../contract/days.ts';
import { giveRole, openDatabase } from '../../e2e/support/staff.ts';
import { startEmailServer } from '../../platform/testing/email-server.ts';
import { days } from '../../platform/time.ts';
import { postOf, requestBytes } from '../load/connection.ts';
import { compareReads, runLoad } from '../load/run.ts';
import { type Measurement, spread, spreadOf } from '../measure.ts';
import { addCenter, bookingRequest, createMembers, daysAhead, type Member, newIds } from '../members.ts';
import { fetchJson, type MeasuredSite, startMeasuredSite } from '../site.ts';
import { connectIdentity } from './sign-in.ts';

const PLACES = 200;
/** Twenty donors at each. */
const TIMES = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30'];
/** Per second. A registration hashes a password, of which this machine can do about 70 a second and nothing else. */
const RATES = { reads: 2600, bookings: 125, registrations: 7 };

/** Everybody competes for the places of one day; then the center closes these days. */
export const clinics: Measurement = async (options) => {
  await using emails = await startEmailServer({ authOptional: true });
  const SMTP_URL = `smtp://127.0.0.1:${emails.port}`;
  await using site = await startMeasuredSite({ SMTP_URL }, { allCores: true });
  const id = await addCenter(site, 'Clinic', { closes: '14:00', places: PLACES / TIMES.length });
  const seconds = options.seconds + 1;
  const load = { seconds, connections: 1000, statuses: [200, 503], allCores: true };
  const reads = publicReads(site, id);
  // Tomorrow's donors also get a reminder.
  const fullDays = daysAhead().slice(10);
  const peaks: { arrived: number; p99: number; late: number; booked: number }[] = [];
  const prepare = async () => {
    const date = fullDays[peaks.length] as Day;
    const members = await createMembers(site, newIds(RATES.bookings * seconds));
    const requests = members.map((member, n) => {
      const time = TIMES[n % TIMES.length] as string;
      return bookingRequest(site, member, { date, center: 'Clinic', time });
    });
    const signUps = await registrations(site, RATES.registrations * seconds);
    const matches = /"success":true|"nextFree":\["/;
    return async () => {
      const results = await Promise.all([
        runLoad(site, { ...load, requests, once: true, perSecond: RATES.bookings, matches }),
        runLoad(site, { ...load, requests: reads, perSecond: RATES.reads }),
        runLoad(site, { ...load, requests: signUps, once: true, perSecond: RATES.registrations }),
      ]);
      const [bookings] = results;
      peaks.push({
        arrived: results.reduce((sum, result) => sum + result.requests, 0) / seconds,
        p99: bookings.p99,
        late: bookings.requests - bookings.inTime,
        booked: countBooked(site, id, date),
      });
    };
  };
  const { reads: r, bookings: b, registrations: s } = RATES;
  const label = `public reads while ${r} reads, ${b} bookings and ${s} registrations a second compete for ${PLACES} places`;
  // The first time, much is still being compiled.
  await (await prepare())();
  const row = await compareReads(site, { label, requests: reads, target: 3 }, prepare, options);
  const booked = peaks.map((peak) => peak.booked);
  const measured = peaks.slice(1);
  const token = await createOwner(site);
  const closings = await Array.fromAsync(fullDays.slice(0, peaks.length), async (date) => {
    emails.received.length = 0;
    const startedAt = performance.now();
    const request = postOf({ date }, { authorization: `Bearer ${token}` });
    await fetchJson(`${site.url}/api/staff/centers/${id}/closings`, request);
    const signal = AbortSignal.timeout(180_000);
    while (new Set(emails.received.flatMap(({ to }) => to)).size < PLACES) await pause(10, null, { signal });
    return (performance.now() - startedAt) / 1000;
  });
  return [
    {
      ...row,
      figures: [
        ...row.figures,
        `arrived ${spreadOf(measured, ({ arrived }) => arrived, 0)} a second`,
        `bookings: p99 ${spreadOf(measured, ({ p99 }) => p99, 0)} ms, not told within 1 s what is free next: ${spreadOf(measured, ({ late }) => late, 0)}`,
        `donors with a place: ${booked.join(', ')}`,
      ],
      violations: [
        ...(booked.some((count) => count !== PLACES) ? ['places were lost or given twice'] : []),
        ...(measured.some(({ late }) => late > 0) ? ['donors were not told in time'] : []),
      ],
    },
    {
      label: `closing a day with ${PLACES} donors, until an email server has received their emails`,
      figures: [`${spread(closings)} s`],
      target: 'at most 60 s',
      violations: closings.some((seconds) => seconds > 60) ? ['donors were not notified in time'] : [],
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

/** Requests that create an account with a password. */
async function registrations(site: MeasuredSite, count: number): Promise<string[]> {
  const { address } = await connectIdentity(site);
  const account = { password: 'correct horse 1', returnSecureToken: true };
  return newIds(count).map((id) =>
    requestBytes({ url: address('signUp'), ...postOf({ ...account, email: `donor-${id}@example.org` }) }),
  );
}

/** Number of donors with a place on a day; NaN if the count of taken places differs. */
function countBooked({ dataDir }: MeasuredSite, id: string, day: Day): number {
  using db = openDatabase(dataDir);
  const count = (sql: string) => Number(db.prepare(sql).get(id, day)?.count);
  const booked = count('select count(*) count from appointments where center_id = ? and day = ?');
  const taken = count('select sum(taken) count from places where center_id = ? and day = ?');
  return booked === taken ? booked : Number.NaN;
}

/** Creates an owner in a shift and returns the access token. */
async function createOwner(site: MeasuredSite): Promise<string> {
  const [owner] = (await createMembers(site, newIds(1))) as [Member];
  using db = openDatabase(site.dataDir);
  giveRole(db, owner.email, 'owner');
  return owner.token;
}
