import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Site, startSite } from '../../e2e/support/site.ts';
import { sendToChild } from '../child.ts';
import { compareReadsDuring } from '../load/compare-reads.ts';
import { GENERATOR_CORE, loadSide, SERVER_CORE } from '../load/run.ts';
import { compareSides, type Measurement, type Sample, type Side } from '../measure.ts';
import { bookingRequests, daysAhead } from '../members.ts';
import type { PeerJob } from '../peers/alone.ts';
import { pinToCore } from '../system.ts';

/** More than the site can handle. */
const MAX_PER_SECOND = 8000;

/** Durable bookings with token check and validation, compared with plain inserts; and how bookings affect readers. */
export const bookings: Measurement = async (options) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  pinToCore(site.pid, SERVER_CORE);
  const plain = bookingSide('POST /api/appointments, durable, 64 clients', site, false);
  const keyed = bookingSide('... with an Idempotency-Key, as the form sends it', site, true);
  try {
    return [
      {
        ...(await compareSides(plain, insertSide(site), options)),
        target: 'at least 1.5 times its inserts/s',
      },
      {
        ...(await compareSides(keyed, insertSide(site), options)),
        target: 'at least 1.5 times its inserts/s',
      },
      {
        ...(await compareReadsDuring('64 clients book', site, options, (seconds) =>
          keyed.measure(seconds + 3),
        )),
        target: 'p99 at most 2 times',
      },
    ];
  } finally {
    await site.stop();
  }
};

const bookingSide = (name: string, site: Site, keyed: boolean): Side =>
  loadSide(name, async (seconds) => ({
    url: site.url,
    server: site.pid,
    requests: await bookingRequests(site, seconds * MAX_PER_SECOND, keyed),
    once: true,
    connections: 64,
    seconds,
    statuses: [200],
    contains: '{"success":true,',
    core: GENERATOR_CORE,
  }));

const insertSide = (site: Site): Side => ({
  name: 'node:sqlite alone: durable inserts one at a time, same table and indexes',
  async measure(seconds) {
    const message: PeerJob = { peer: 'inserts', tables: tablesOf(site), days: daysAhead(), seconds };
    return (await sendToChild<Sample>('./peers/alone.ts', message)).reply;
  },
});

function tablesOf({ dataDir }: Site): string[] {
  using db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true });
  const all = db.prepare(`select sql from sqlite_schema where tbl_name = 'appointments' and sql is not null`);
  return all.all().map(({ sql }) => String(sql));
}
