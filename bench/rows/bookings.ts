import { openDatabase } from '../../e2e/support/staff.ts';
import { startPostgres } from '../../platform/testing/postgres-server.ts';
import { compareSides, type Measurement, type Side } from '../measure.ts';
import { bookingRequests } from '../members.ts';
import { insertSide } from '../peers/inserts.ts';
import { startParseServer } from '../peers/parse-server.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';
import { loadSide } from '../wrk.ts';

/** More than the site can handle. */
const MAX_PER_SECOND = 4000;

/** Durable bookings as the form sends them, with token check and validation, on each database beside a peer. */
export const bookings: Measurement = async (options) => {
  await using embedded = await startMeasuredSite();
  const inserts = insertSide(tablesOf(embedded));
  const onSqlite = await compareSides(bookingSide(embedded, 'SQLite'), inserts, options, 15);
  await using stack = new AsyncDisposableStack();
  const postgres = stack.adopt(await startPostgres({ durable: true }), ({ stop }) => stop());
  const site = stack.use(await startMeasuredSite({ DATABASE_URL: postgres.url }));
  const { side } = stack.use(await startParseServer(postgres.url));
  return [onSqlite, await compareSides(bookingSide(site, 'PostgreSQL'), side, options, 1.5)];
};

const bookingSide = (site: MeasuredSite, database: string): Side =>
  loadSide(`POST /api/appointments on ${database}, 64 clients`, site, async (seconds) => ({
    requests: await bookingRequests(site, seconds * MAX_PER_SECOND),
    once: true,
    connections: 64,
  }));

function tablesOf({ dataDir }: MeasuredSite): string[] {
  using db = openDatabase(dataDir);
  const all = db.prepare(`select sql from sqlite_schema where tbl_name = 'appointments' and sql is not null`);
  return all.all().map(({ sql }) => String(sql));
}
