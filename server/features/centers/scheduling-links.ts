import { setImmediate } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { CenterDay } from '#contract/centers.ts';
import { deriveDay } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { respondWithPublicText } from '#platform/http/public-text.ts';
import { type Clock, days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import { createToInstant, localTime } from './local-time.ts';
import { type CenterWithSeries, findCenter, listCenterRows } from './repository.ts';

type Options = {
  db: Db;
  clock: Clock;
  publicUrl: string;
};

/** Number of days whose slots are published. */
const PUBLISHED_DAYS = 28;
/** After how many seconds clients request the manifest again. */
const POLL_SECONDS = 60;

/**
 * Creates SMART Scheduling Links: a manifest and NDJSON files with the free slots, for search engines for
 * appointments. See docs/decisions/0090-centers-and-slots.md.
 */
export function createSchedulingLinks({ db, clock, publicUrl }: Options): Hono {
  const app = new Hono();
  const base = `${publicUrl}/centers`;
  app.use(async (c, next) => {
    // Any web site may read this data.
    c.header('Access-Control-Allow-Origin', '*');
    await next();
  });

  // Some clients encode the dollar sign.
  app.on('GET', ['/$bulk-publish', '/%24bulk-publish'], async (c) => {
    const centers = await listCenterRows(db);
    const manifest = {
      transactionTime: new Date(Math.floor(clock() / 1000) * 1000).toISOString(),
      request: `${base}/$bulk-publish`,
      output: [
        { type: 'Location', url: `${base}/locations.ndjson` },
        { type: 'Schedule', url: `${base}/schedules.ndjson` },
        ...centers.map(({ id }) => ({ type: 'Slot', url: `${base}/slots-${id}.ndjson` })),
      ],
      error: [],
    };
    return respond(c, JSON.stringify(manifest), 'application/json');
  });

  app.get('/locations.ndjson', async (c) =>
    respond(c, toLines((await listCenterRows(db)).map((center) => toLocation(center, base)))),
  );

  app.get('/schedules.ndjson', async (c) => respond(c, toLines((await listCenterRows(db)).map(toSchedule))));

  app.get('/:file{slots-[\\w-]+\\.ndjson}', async (c, next) => {
    const id = c.req.param('file').slice('slots-'.length, -'.ndjson'.length);
    const center = await findCenter(db, id);
    const slots = center && (await renderSlots(db, center, { now: clock(), base }));
    return slots === undefined ? next() : respond(c, slots);
  });
  return app;
}

const respond = (c: Context, text: string, type = 'application/fhir+ndjson') =>
  respondWithPublicText(c, text, { type, cacheControl: `public, max-age=${POLL_SECONDS}` });

const toLines = (resources: readonly object[]): string =>
  resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');

/** FHIR's data-absent-reason, for required parts of an address, which is stored as one line. */
const unknown = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

type Center = Pick<CenterWithSeries, 'id' | 'name' | 'address' | 'notes'>;

const toLocation = ({ id, name, address, notes }: Center, base: string) => ({
  resourceType: 'Location',
  id,
  name,
  ...(notes && { description: notes }),
  telecom: [{ system: 'url', value: `${base}/${id}` }],
  address: { text: address, line: [address], _city: unknown, _state: unknown, _postalCode: unknown },
});

const bloodDonation = {
  system: 'http://terminology.hl7.org/CodeSystem/service-type',
  code: '51',
  display: 'Blood Donation',
};

const toSchedule = ({ id, name }: Center) => ({
  resourceType: 'Schedule',
  id,
  actor: [{ reference: `Location/${id}`, display: name }],
  serviceType: [{ coding: [bloodDonation] }],
});

const registry = 'http://fhir-registry.smarthealthit.org/StructureDefinition';

/**
 * Returns the lines of the slots of the next days, one for each interval. Gives other requests a turn before
 * each day.
 */
async function renderSlots(
  db: Db,
  center: CenterWithSeries,
  { now, base }: { now: number; base: string },
): Promise<string> {
  const { time_zone } = center;
  const from = localTime(now, time_zone).day;
  const to = localTime(now + days(PUBLISHED_DAYS - 1), time_zone).day;
  const lines: string[] = [];
  for (const day of await listCenterDays(db, center, { from, to, now })) {
    if (!day.open) continue;
    await setImmediate();
    lines.push(toLines(toSlots(center, day, { now, base })));
  }
  return lines.join('');
}

function toSlots(
  { id, time_zone, series }: CenterWithSeries,
  { date, opens = '', closes = '', free, intervals }: CenterDay,
  { now, base }: { now: number; base: string },
): object[] {
  const day = date as Day;
  const toInstant = createToInstant(day, time_zone);
  const endOf = new Map(
    deriveDay(series, day)?.intervals.map((interval) => [interval.time, interval.closes]),
  );
  return (intervals ?? [{ time: '', free }]).flatMap((interval) => {
    const { time } = interval;
    const start = toInstant(time || opens);
    const end = toInstant((time && endOf.get(time)) || closes);
    if ((time ? start : end) <= now) return [];
    const status = interval.free > 0 ? 'free' : 'busy';
    const slot = {
      resourceType: 'Slot',
      id: `${id}.${date.replaceAll('-', '')}${time && `.${time.replace(':', '')}`}`,
      schedule: { reference: `Schedule/${id}` },
      status,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      extension: [
        { url: `${registry}/booking-deep-link`, valueUrl: toDeepLink(base, id, date, time) },
        ...(status === 'free' ? [{ url: `${registry}/slot-capacity`, valueInteger: interval.free }] : []),
      ],
    };
    return [slot];
  });
}

const toDeepLink = (base: string, id: string, date: string, time: string): string =>
  `${base}/${id}?date=${date}${time && `&time=${time}`}`;
