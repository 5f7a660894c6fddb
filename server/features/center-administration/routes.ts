import * as staff from '#contract/center-administration.ts';
import * as csv from '#contract/centers-csv.ts';
import * as messages from '#contract/donor-messages.ts';
import * as closings from '#contract/staff-closings.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { Core } from '#server/core.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import { WHOLE_DAY } from '#server/features/centers/days.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import {
  getCenter,
  listCenterRows,
  listCentersWithSeries,
  listClosings,
} from '#server/features/centers/rules.ts';
import { toCenter } from '#server/features/centers/serialize.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import { listReachableMembers } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { toCsv } from './csv.ts';
import {
  countDonorsOfDay,
  MAX_DONOR_MESSAGES,
  previewDonorMessage,
  sendDonorMessage,
} from './donor-messages.ts';
import { addCenter, addClosing, changeCenter, changeSeries, removeClosing } from './edit-center.ts';
import { importCenters } from './import.ts';
import { toClosing, toDisplacement, toSeries } from './serialize.ts';
import { summarizeSeries } from './summary.ts';

/** Adds the endpoints with which coordinators and owners manage centers. */
export function mountCenterAdministration({ staffEndpoint }: Routes, core: Core): void {
  const { db, clock } = core;
  const countMessage = createRequestLimit(core.limiters('donor-messages', MAX_DONOR_MESSAGES));

  staffEndpoint(staff.listStaffCenters, async ({ viewer }) => {
    const isOwner = viewer.roles.some(({ role }) => role === 'owner');
    const own = new Set(viewer.roles.map(({ centerId }) => centerId));
    return (await listCenterRows(db)).filter(({ id }) => isOwner || own.has(id)).map(toCenter);
  });

  staffEndpoint(staff.addCenter, async ({ viewer, body }) => ({
    insertedId: await addCenter(core, viewer, body),
  }));

  staffEndpoint(staff.changeCenter, async ({ viewer, id, body }) => ({
    modifiedCount: (await changeCenter(core, viewer, id, body)) ? 1 : 0,
  }));

  staffEndpoint(staff.listSeries, async ({ id }) => (await getCenter(core, id)).series.map(toSeries));

  staffEndpoint(staff.addSeries, async ({ viewer, id, query, body: { revision: _, ...rule } }) => {
    const isPreview = query.preview === 'true';
    const { seriesId, displaced } = await changeSeries(core, viewer, { centerId: id, rule }, isPreview);
    return toSeriesResult({ seriesId, displaced, rule, isPreview });
  });

  staffEndpoint(staff.changeSeries, async ({ viewer, id, params, query, body: { revision, ...rule } }) => {
    const isPreview = query.preview === 'true';
    const change = { centerId: id, seriesId: params.seriesId ?? '', rule, revision };
    const { seriesId, displaced } = await changeSeries(core, viewer, change, isPreview);
    return toSeriesResult({ seriesId, displaced, rule, isPreview });
  });

  staffEndpoint(closings.addClosing, async ({ viewer, id, query, body }) => {
    const isPreview = query.preview === 'true';
    const { opens, closes } = { ...WHOLE_DAY, ...body };
    const closing = { centerId: id, day: body.date, opens, closes, message: body.message || null };
    const { closingId, displaced } = await addClosing(core, viewer, closing, isPreview);
    const reachable = await listReachableMembers(
      core,
      displaced.map(({ user_id }) => user_id),
    );
    const donors = displaced.map((appointment) => ({
      ...toDisplacement(appointment),
      needsCall: !reachable.has(appointment.user_id),
    }));
    return {
      ...(!isPreview && { insertedId: closingId }),
      notified: donors.length,
      toCall: donors.filter(({ needsCall }) => needsCall).length,
      displaced: donors,
    };
  });

  staffEndpoint(closings.listClosings, async ({ id }) => {
    const { time_zone } = await getCenter(core, id);
    return (await listClosings(db, id, { from: localTime(clock(), time_zone).day })).map(toClosing);
  });

  staffEndpoint(closings.removeClosing, async ({ viewer, id, params }) => {
    const closing = { centerId: id, closingId: params.closingId ?? '' };
    return { deletedCount: 1, notified: await removeClosing(core, viewer, closing) };
  });

  staffEndpoint(messages.countDonorsOfDay, ({ id, query: { date } }) =>
    countDonorsOfDay(core, { centerId: id, day: date }),
  );

  staffEndpoint(messages.previewDonorMessage, ({ viewer, id, body: { date, message } }) =>
    previewDonorMessage(core, viewer, { centerId: id, day: date, text: message }),
  );

  staffEndpoint(messages.sendDonorMessage, ({ viewer, id, body: { date, message } }) =>
    sendDonorMessage(core, viewer, { centerId: id, day: date, text: message }, countMessage),
  );

  staffEndpoint(csv.exportCenters, async ({ c }) =>
    c.body(toCsv(await listCentersWithSeries(db)), 200, {
      ...fileHeaders('blood-buddies-centers.csv', 'en'),
      'Content-Type': 'text/csv; charset=utf-8',
    }),
  );

  staffEndpoint(csv.importCenters, async ({ viewer, query, body }) => {
    const result = await importCenters(core, bindStaffLog(core, viewer), body.csv, query.preview === 'true');
    const displaced = result.displaced.map((appointment) => ({
      ...toDisplacement(appointment),
      center: appointment.center,
    }));
    return { ...result, displaced };
  });

  staffEndpoint(staff.removeSeries, async ({ viewer, id, params, query }) => {
    const isPreview = query.preview === 'true';
    const change = { centerId: id, seriesId: params.seriesId ?? '', rule: undefined };
    const { displaced } = await changeSeries(core, viewer, change, isPreview);
    return { deletedCount: isPreview ? 0 : 1, displaced: displaced.map(toDisplacement) };
  });
}

type SeriesResult = Awaited<ReturnType<typeof changeSeries>> & {
  rule: Parameters<typeof summarizeSeries>[0];
  isPreview: boolean;
};

const toSeriesResult = ({ seriesId, displaced, rule, isPreview }: SeriesResult) => ({
  ...(!isPreview && { insertedId: seriesId }),
  summary: summarizeSeries(rule),
  displaced: displaced.map(toDisplacement),
});
