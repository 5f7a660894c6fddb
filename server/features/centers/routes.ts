import * as staff from '#contract/center-administration.ts';
import * as contract from '#contract/centers.ts';
import * as csv from '#contract/centers-csv.ts';
import * as messages from '#contract/donor-messages.ts';
import * as closings from '#contract/staff-closings.ts';
import { AppError } from '#platform/errors.ts';
import { publicText } from '#platform/http/public-text.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import { listReachable } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { addCenter, addClosing, changeCenter, changeSeries, removeClosing } from './administration.ts';
import { renderClinicCalendar } from './calendar.ts';
import type { AdministrationDeps } from './clinic-changes.ts';
import { toCsv } from './csv.ts';
import { listCenterDays, WHOLE_DAY } from './days.ts';
import { countDonorsOfDay, type DonorMessageDeps, sendDonorMessage } from './donor-messages.ts';
import { type ImportDeps, importCenters } from './import.ts';
import { localTime } from './local-time.ts';
import { findCenter, listCenterRows, listCentersWithSeries, listClosings } from './repository.ts';
import { toCenter, toClosing, toDisplaced, toSeries } from './serialize.ts';
import { summarize } from './summary.ts';

type Options = DonorMessageDeps & { publicUrl: string };

export function mountCenters({ publicEndpoint, staffEndpoint }: Routes, options: Options): void {
  const { clock, db, publicUrl } = options;

  publicEndpoint(contract.listCenters, async () => (await listCenterRows(db)).map(toCenter));

  publicEndpoint(contract.listCenterDays, async ({ id, query }) =>
    listCenterDays(db, await getCenter(db, id), { ...query, now: clock() }),
  );

  publicEndpoint(contract.getCenterCalendar, async ({ c, id }) => {
    const calendar = await renderClinicCalendar(db, await getCenter(db, id), { publicUrl, now: clock() });
    return publicText(c, calendar, { type: 'text/calendar; charset=utf-8' });
  });

  staffEndpoint(staff.listStaffCenters, async ({ viewer }) => {
    const isOwner = viewer.roles.some(({ role }) => role === 'owner');
    const own = new Set(viewer.roles.map(({ centerId }) => centerId));
    return (await listCenterRows(db)).filter(({ id }) => isOwner || own.has(id)).map(toCenter);
  });

  staffEndpoint(staff.addCenter, async ({ viewer, body }) => ({
    insertedId: await addCenter(options, viewer, body),
  }));

  staffEndpoint(staff.changeCenter, async ({ viewer, id, body }) => ({
    modifiedCount: (await changeCenter(options, viewer, id, body)) ? 1 : 0,
  }));

  staffEndpoint(staff.listSeries, async ({ id }) => (await getCenter(db, id)).series.map(toSeries));

  staffEndpoint(staff.addSeries, async ({ viewer, id, query, body: { revision: _, ...rule } }) => {
    const isPreview = query.preview === 'true';
    const { seriesId, displaced } = await changeSeries(options, viewer, { centerId: id, rule }, isPreview);
    return toSeriesResult({ seriesId, displaced, rule, isPreview });
  });

  staffEndpoint(staff.changeSeries, async ({ viewer, id, params, query, body: { revision, ...rule } }) => {
    const isPreview = query.preview === 'true';
    const change = { centerId: id, seriesId: params.seriesId ?? '', rule, revision };
    const { seriesId, displaced } = await changeSeries(options, viewer, change, isPreview);
    return toSeriesResult({ seriesId, displaced, rule, isPreview });
  });

  staffEndpoint(closings.addClosing, async ({ viewer, id, query, body }) => {
    const isPreview = query.preview === 'true';
    const { opens, closes } = { ...WHOLE_DAY, ...body };
    const closing = { centerId: id, day: body.date, opens, closes, message: body.message || null };
    const { closingId, displaced } = await addClosing(options, viewer, closing, isPreview);
    const reachable = await listReachable(
      options,
      displaced.map(({ user_id }) => user_id),
    );
    const donors = displaced.map((each) => ({
      ...toDisplaced(each),
      needsCall: !reachable.has(each.user_id),
    }));
    return {
      ...(!isPreview && { insertedId: closingId }),
      notified: donors.length,
      toCall: donors.filter(({ needsCall }) => needsCall).length,
      displaced: donors,
    };
  });

  staffEndpoint(closings.listClosings, async ({ id }) => {
    const { time_zone } = await getCenter(db, id);
    return (await listClosings(db, id, { from: localTime(clock(), time_zone).day })).map(toClosing);
  });

  staffEndpoint(closings.removeClosing, async ({ viewer, id, params }) => {
    const closing = { centerId: id, closingId: params.closingId ?? '' };
    return { deletedCount: 1, notified: await removeClosing(options, viewer, closing) };
  });

  staffEndpoint(messages.countDonorsOfDay, ({ id, query: { date } }) =>
    countDonorsOfDay(options, { centerId: id, day: date }),
  );

  staffEndpoint(messages.sendDonorMessage, ({ viewer, id, body: { date, message } }) =>
    sendDonorMessage(options, viewer, { centerId: id, day: date, text: message }),
  );

  staffEndpoint(csv.exportCenters, async ({ c }) =>
    c.body(toCsv(await listCentersWithSeries(db)), 200, {
      ...fileHeaders('blood-buddies-centers.csv', 'en'),
      'Content-Type': 'text/csv; charset=utf-8',
    }),
  );

  staffEndpoint(csv.importCenters, async ({ viewer, query, body }) => {
    const deps: ImportDeps = { ...options, change: (change) => options.change(viewer, change) };
    const result = await importCenters(deps, body.csv, query.preview === 'true');
    const displaced = result.displaced.map((each) => ({ ...toDisplaced(each), center: each.center }));
    return { ...result, displaced };
  });

  staffEndpoint(staff.removeSeries, async ({ viewer, id, params, query }) => {
    const isPreview = query.preview === 'true';
    const change = { centerId: id, seriesId: params.seriesId ?? '', rule: undefined };
    const { displaced } = await changeSeries(options, viewer, change, isPreview);
    return { deletedCount: isPreview ? 0 : 1, displaced: displaced.map(toDisplaced) };
  });
}

/** @throws AppError not-found (404) */
async function getCenter(db: AdministrationDeps['db'], id: string) {
  const center = await findCenter(db, id);
  if (!center) throw new AppError('not-found');
  return center;
}

type SeriesResult = Awaited<ReturnType<typeof changeSeries>> & {
  rule: Parameters<typeof summarize>[0];
  isPreview: boolean;
};

const toSeriesResult = ({ seriesId, displaced, rule, isPreview }: SeriesResult) => ({
  ...(!isPreview && { insertedId: seriesId }),
  summary: summarize(rule),
  displaced: displaced.map(toDisplaced),
});
