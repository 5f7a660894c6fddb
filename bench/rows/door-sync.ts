import { addCenter, giveSecondFactor } from '../door-site.ts';
import { requestBytes } from '../load/connection.ts';
import { runLoad } from '../load/run.ts';
import { type Measurement, spread } from '../measure.ts';
import { createMembers, newIds } from '../members.ts';
import { startMeasuredSite } from '../site.ts';

const DEVICES = 50;
const OPERATIONS_OF_DEVICE = 10;
/** Each device sends within this time after the connection is back (web/features/check-in/use-check-in.ts). */
const SPREAD_SECONDS = 15;
const LIST_LENGTH = 500;

/** p99 of public pages at a low rate, alternately without devices and while they send changes and read lists. */
export const doorSync: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  const members = await createMembers(site, newIds(DEVICES));
  const donors = addCenter(
    site,
    members.map(({ email }) => email),
    LIST_LENGTH,
  );
  giveSecondFactor(site);
  let operations = 0;
  const list = `${site.url}/api/staff/centers/c1/appointments`;
  /** What each device sends after hours offline: its changes, one after the other, then the list. */
  const sync = members.flatMap(({ token }, device) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return Array.from({ length: OPERATIONS_OF_DEVICE + 1 }, (_, n) => {
      if (n === OPERATIONS_OF_DEVICE)
        return () => requestBytes(list, { headers: { ...headers, 'if-none-match': '"changed"' } });
      const { id } = donors[device * OPERATIONS_OF_DEVICE + n] as { id: string };
      return () => {
        operations += 1;
        const status = operations % 2 ? 'arrived' : 'booked';
        const at = new Date().toISOString();
        const body = JSON.stringify({ status, at, operationId: `operation-${operations}` });
        return requestBytes(`${site.url}/api/staff/appointments/${id}/status`, {
          method: 'PUT',
          headers,
          body,
        });
      };
    });
  });
  const load = { url: site.url, server: site.pid, statuses: [200] };
  const pages = ['/', '/centers', '/api/reviews', '/api/centers'].map((path) =>
    requestBytes(site.url + path),
  );
  const read = async () => {
    const all = { ...load, requests: pages, connections: 8, perSecond: 200, seconds: SPREAD_SECONDS };
    return (await runLoad(all)).statuses[200]?.p99 ?? Number.NaN;
  };
  // Each device has had the list before it was offline.
  const lists = sync.filter((_, n) => n % (OPERATIONS_OF_DEVICE + 1) === OPERATIONS_OF_DEVICE);
  const requests = lists.map((create) => create());
  await runLoad({ ...load, requests, once: true, connections: 4, seconds: 60 });
  await read();
  const [quiet, busy, syncMs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await read());
    const devices = interleave(sync, OPERATIONS_OF_DEVICE + 1).map((create) => create());
    const reading = read();
    const spreadOut = {
      seconds: SPREAD_SECONDS,
      perSecond: Math.ceil(devices.length / (SPREAD_SECONDS - 0.1)),
    };
    const all = { ...load, requests: devices, once: true, connections: DEVICES, ...spreadOut };
    syncMs.push((await runLoad(all)).seconds * 1000);
    busy.push(await reading);
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] as number));
  return [
    {
      label: `public pages, 200 a second, while ${DEVICES} door devices send ${OPERATIONS_OF_DEVICE} changes each and read the list of ${LIST_LENGTH}`,
      against: 'while the site is otherwise idle',
      figures: [
        `p99 ${spread(busy)} ms : ${spread(quiet)} ms, ratio ${spread(ratios)}`,
        `devices are done after ${spread(syncMs, 0)} ms`,
      ],
      target: 'p99 at most 1.3 times',
    },
  ];
};

/** The first request of each device, then the second of each, and so on. */
const interleave = <T>(all: readonly T[], length: number): T[] =>
  Array.from({ length }, (_, n) => all.filter((_, index) => index % length === n)).flat();
