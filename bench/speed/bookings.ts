import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bookableDays, type Day, dayOf } from '../../contract/days.ts';
import { type Site, startSite } from '../../e2e/support/site.ts';
import { newId } from '../../platform/ids.ts';
import { keepOnCore } from '../cores.ts';
import { tell } from '../images/children.ts';
import type { Booked, Booking } from './bookings/book.ts';
import type { Inserting } from './bookings/insert.ts';
import { makeMembers } from './bookings/members.ts';
import type { Reading } from './bookings/read.ts';
import type { Options, Part, Row } from './row.ts';

/** More than anybody can book in a second. */
const bookingsASecond = 20_000;
const durable = 'token checked, validated, durable (FULL), 64 clients';
const alone = 'node:sqlite alone: durable inserts one at a time, same table and indexes';

/** Bookings against inserts, and what bookings do to readers; the site on core 0, clients on core 1. */
export const bookings: Part = async (options) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
  try {
    keepOnCore(site.pid, 0);
    return [...(await againstInserts(site, options)), ...(await besideReaders(site, options))];
  } finally {
    await site.stop();
  }
};

async function againstInserts(site: Site, { rounds, seconds }: Options): Promise<Row[]> {
  const [plain, keyed]: [number[], number[]] = [[], []];
  await book(site, 2, true);
  for (let round = 0; round < rounds; round += 1) {
    const inserts = await insertAlone(site, seconds);
    plain.push((await book(site, seconds, false)) / inserts);
    keyed.push((await book(site, seconds, true)) / inserts);
  }
  const target = 'at least 1.5 times its inserts/s';
  return [
    { work: `POST /api/appointments: ${durable}`, against: alone, target, figures: plain },
    { work: '... with an Idempotency-Key, as the form sends it', against: alone, target, figures: keyed },
  ];
}

async function besideReaders(site: Site, { rounds, seconds }: Options): Promise<Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await readWaits(site, seconds);
    const booking = book(site, seconds + 3, true);
    const busy = await Promise.race([readWaits(site, seconds), booking.then(endedEarly)]);
    await booking;
    ratios.push(busy / quiet);
  }
  return [
    {
      work: 'GET /api/reviews, 200 a second, while 64 clients book: p99',
      against: 'the same while nothing else is asked',
      target: 'at most 2',
      figures: ratios,
    },
  ];
}

const endedEarly = () => {
  throw new Error('The bookings ended before the reads.');
};

/** Bookings a second. */
async function book(site: Site, seconds: number, keyed: boolean): Promise<number> {
  const days = daysAhead();
  const many = Math.ceil((seconds * bookingsASecond) / days.length / 64) * 64;
  const members = await makeMembers(site, Array.from({ length: many }, newId));
  const message: Booking = { url: site.url, members, days, seconds, keyed };
  return (await tell<Booked>('../speed/bookings/book.ts', message)).told.perSecond;
}

/** The p99 in ms. */
async function readWaits(site: Site, seconds: number): Promise<number> {
  const url = `${site.url}/api/reviews`;
  const items = ((await (await fetch(url)).json()) as unknown[]).length;
  const message: Reading = { kinds: [[{ url, items }]], everyMs: 5, seconds };
  const { told } = await tell<[number]>('../speed/bookings/read.ts', message);
  return told[0];
}

/** Inserts a second. */
async function insertAlone(site: Site, seconds: number): Promise<number> {
  const message: Inserting = { tables: tablesOf(site), days: daysAhead(), seconds };
  return (await tell<number>('../speed/bookings/insert.ts', message)).told;
}

function tablesOf({ dataDir }: Site): string[] {
  using db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true });
  const all = db.prepare(`select sql from sqlite_schema where tbl_name = 'appointments' and sql is not null`);
  return all.all().map(({ sql }) => String(sql));
}

/** From today on, so that a run over midnight finds none too early. */
function daysAhead(): Day[] {
  const { last } = bookableDays(Date.now());
  const days: Day[] = [];
  for (let date = new Date(); dayOf(date) <= last; date.setDate(date.getDate() + 1)) days.push(dayOf(date));
  return days;
}
