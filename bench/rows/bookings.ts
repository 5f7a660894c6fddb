import { startPostgres } from '../../platform/testing/postgres-server.ts';
import { compareSides, type Measurement, type Side } from '../measure.ts';
import { addClinic, createBookingRequests, type SlotRequest } from '../members.ts';
import { startParseServer } from '../peers/parse-server.ts';
import { type MeasuredSite, startMeasuredSite } from '../system.ts';
import { loadSide } from '../wrk.ts';

/** A rate higher than the site can handle. */
const MAX_PER_SECOND = 4000;

/**
 * Measures bookings as the form sends them, with token check and validation, on each database beside a peer.
 */
export const bookings: Measurement = async (options) => {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.adopt(await startPostgres({ durable: true }), ({ stop }) => stop());
  const embedded = stack.use(await startMeasuredSite());
  const site = stack.use(await startMeasuredSite({ DATABASE_URL: postgres.url }));
  const { side } = stack.use(await startParseServer(postgres.url));
  await addClinic(embedded, { closes: '17:00', slots: 100_000 });
  const onSqlite = bookingSide('POST /api/appointments on SQLite', embedded);
  const onPostgres = bookingSide('... on PostgreSQL', site);
  const atClinic = bookingSide('... at a clinic', embedded, { center: 'Clinic', time: '16:30' });
  return [
    await compareSides(onSqlite, side, options, 1.5),
    await compareSides(onPostgres, side, options, 1.5),
    await compareSides(atClinic, { ...onSqlite, name: 'elsewhere' }, options, 1.25),
  ];
};

const bookingSide = (name: string, site: MeasuredSite, slot?: Omit<SlotRequest, 'date'>): Side =>
  loadSide(name, site, async (seconds) => ({
    requests: await createBookingRequests(site, seconds * MAX_PER_SECOND, slot),
    once: true,
    connections: 64,
  }));
