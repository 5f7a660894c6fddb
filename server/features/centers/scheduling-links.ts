import { type Context, Hono } from 'hono';
import { type ClinicRule, hasClinic, listIntervals, toMinutes, toTime } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { PublicReads } from '#platform/database/read-replica.ts';
import { cacheableText } from '#platform/http/tuning/cacheable-text.ts';
import { type Clock, days } from '#platform/time.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import { localTime, toInstant } from './local-time.ts';
import { type CenterWithSeries, findCenter, listCenterRows } from './repository.ts';

type Options = {
  publicReads: PublicReads<Tables>;
  clock: Clock;
  publicUrl: string;
};

/** Days whose slots are published. */
const PUBLISHED_DAYS = 28;
/** Clients poll the manifest once in this time, in seconds. */
const POLL_SECONDS = 60;

/**
 * Creates SMART Scheduling Links: a manifest and NDJSON files that tell search engines for appointments which places are
 * free. See docs/decisions/0094-pages-of-centers.md.
 */
export function createSchedulingLinks({ publicReads, clock, publicUrl }: Options): Hono {
  const app = new Hono();
  const base = `${publicUrl}/centers`;
  app.use(async (c, next) => {
    // The data are for every web site.
    c.header('Access-Control-Allow-Origin', '*');
    await next();
  });

  // Some clients encode the dollar sign.
  app.on('GET', ['/$bulk-publish', '/%24bulk-publish'], async (c) => {
    const centers = await publicReads(listCenterRows);
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
    respond(c, toLines((await publicReads(listCenterRows)).map((center) => toLocation(center, base)))),
  );

  app.get('/schedules.ndjson', async (c) =>
    respond(c, toLines((await publicReads(listCenterRows)).map(toSchedule))),
  );

  app.get('/:file{slots-[\\w-]+\\.ndjson}', async (c, next) => {
    const id = c.req.param('file').slice('slots-'.length, -'.ndjson'.length);
    const slots = await publicReads(async (db) => {
      const center = await findCenter(db, id);
      return center && listSlots(db, center, { now: clock(), base });
    });
    return slots ? respond(c, toLines(slots)) : next();
  });
  return app;
}

const respond = (c: Context, text: string, type = 'application/fhir+ndjson') =>
  cacheableText(c, text, { type, cacheControl: `public, max-age=${POLL_SECONDS}` });

const toLines = (resources: readonly object[]): string =>
  resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');

/** FHIR's way to say that a required value is not known: an address is stored as one line. */
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

/** Returns the slots of the next days: one for the free places and one for the taken ones of each interval. */
async function listSlots(
  db: Db,
  center: CenterWithSeries,
  { now, base }: { now: number; base: string },
): Promise<object[]> {
  const { id, time_zone, series } = center;
  const from = localTime(now, time_zone).day;
  const to = localTime(now + days(PUBLISHED_DAYS - 1), time_zone).day;
  const open = (await listCenterDays(db, center, { from, to, now })).filter((day) => day.open);
  return open.flatMap(({ date, opens = '', closes = '', free, intervals }) =>
    (intervals ?? [{ time: '', free }]).flatMap((interval) => {
      const start = interval.time || opens;
      const end = interval.time ? endOf(series, date as Day, interval.time) : closes;
      const hasBegun = toInstant(date as Day, interval.time ? start : end, time_zone) <= now;
      const status = interval.free > 0 ? 'free' : 'busy';
      const slot = {
        resourceType: 'Slot',
        id: `${id}.${date.replaceAll('-', '')}${interval.time && `.${interval.time.replace(':', '')}`}`,
        schedule: { reference: `Schedule/${id}` },
        status,
        start: toTimestamp(date as Day, start, time_zone),
        end: toTimestamp(date as Day, end, time_zone),
        extension: [
          { url: `${registry}/booking-deep-link`, valueUrl: toDeepLink(base, id, date, interval.time) },
          ...(status === 'free' ? [{ url: `${registry}/slot-capacity`, valueInteger: interval.free }] : []),
        ],
      };
      return hasBegun ? [] : [slot];
    }),
  );
}

/** Returns when an interval ends: the series with the shortest interval decides. */
function endOf(series: readonly ClinicRule[], day: Day, time: string): string {
  const lengths = series
    .filter((rule) => hasClinic(rule, day) && listIntervals(rule).some((interval) => interval.time === time))
    .map(({ intervalMinutes }) => intervalMinutes ?? 0);
  return toTime(toMinutes(time) + Math.min(...lengths));
}

const toTimestamp = (day: Day, time: string, timeZone: string): string =>
  new Date(toInstant(day, time, timeZone)).toISOString();

const toDeepLink = (base: string, id: string, date: string, time: string): string =>
  `${base}/${id}?date=${date}${time && `&time=${time}`}`;
