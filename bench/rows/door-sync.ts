import { addCenterToday, openDatabase } from '../../e2e/support/staff.ts';
import { postOf, requestBytes } from '../load/connection.ts';
import { compareReads, runLoad } from '../load/run.ts';
import { type Measurement, spreadOf } from '../measure.ts';
import { createMembers, newIds } from '../members.ts';
import { startMeasuredSite } from '../site.ts';

const DEVICES = 50;
const CHANGES_OF_DEVICE = 10;
const LIST_LENGTH = DEVICES * CHANGES_OF_DEVICE;
/** Each device sends within this time after the connection is back (web/features/check-in/use-check-in.ts). */
const SPREAD_SECONDS = 15;

/** p99 of public pages at a low rate, alternately without devices and while they send changes and read lists. */
export const doorSync: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const members = await createMembers(site, newIds(DEVICES));
  using database = openDatabase(site.dataDir);
  const staff = members.map(({ email }) => ({ email, role: 'door' }));
  const donors = Array.from({ length: LIST_LENGTH }, (_, n) => ({ name: `Donor number ${n} of the day` }));
  const appointments = addCenterToday(database, staff, donors);
  const devices = members.map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const lists = devices.map((device) => {
    const headers = { ...device, 'if-none-match': '"changed"' };
    return requestBytes({ url: `${site.url}/api/staff/centers/c1/appointments`, headers });
  });
  const change = (id: string, n: number, status: string): string => {
    const body = { status, at: new Date().toISOString(), operationId: crypto.randomUUID() };
    const url = `${site.url}/api/staff/appointments/${id}/status`;
    return requestBytes({ url, ...postOf(body, devices[n % DEVICES]), method: 'PUT' });
  };
  const load = { once: true, seconds: SPREAD_SECONDS };
  const syncs: { seconds: number }[] = [];
  /** What the devices send after hours offline: the first change of each, the second of each, and so on; then the list. */
  const prepareSync = async () => {
    const status = syncs.length % 2 ? 'booked' : 'arrived';
    const requests = [...appointments.map((id, n) => change(id, n, status)), ...lists];
    const perSecond = Math.ceil(requests.length / (SPREAD_SECONDS - 0.1));
    return async () =>
      void syncs.push(await runLoad(site, { ...load, requests, perSecond, connections: DEVICES }));
  };
  // Each device has had the list before it was offline.
  await runLoad(site, { ...load, requests: lists, connections: 4 });
  const label = `public pages, 200 a second, while ${DEVICES} door devices send ${CHANGES_OF_DEVICE} changes each and read the list of ${LIST_LENGTH}`;
  const paths = ['/', '/centers', '/api/reviews', '/api/centers'];
  const requests = paths.map((path) => requestBytes({ url: site.url + path }));
  const options = { rounds, seconds: SPREAD_SECONDS };
  const row = await compareReads(site, { label, requests, target: 1.3 }, prepareSync, options);
  const figure = `devices are done after ${spreadOf(syncs, ({ seconds }) => seconds)} s`;
  return [{ ...row, figures: [...row.figures, figure] }];
};
