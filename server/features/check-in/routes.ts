import { parseLanguage } from '#contract/languages.ts';
import * as contract from '#contract/staff-check-in.ts';
import { claimWalkIn as claimContract } from '#contract/walk-ins.ts';
import type { Core } from '#server/core.ts';
import { fileHeaders } from '#server/documents/file-headers.ts';
import { createPasses } from '#server/features/passes/passes.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findShiftKey } from '#server/features/staff/shifts.ts';
import type { Routes } from '#server/http/route.ts';
import { claimWalkIn } from './claim.ts';
import { countConflicts, createAppointmentList } from './list.ts';
import { createSealing } from './sealing.ts';
import { recordStatus } from './status.ts';
import { addWalkIn, createClaimEmailLimit } from './walk-ins.ts';

export function mountCheckIn({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  const listAppointments = createAppointmentList(core);
  const countEmail = createClaimEmailLimit(core);
  const passes = createPasses(core);
  const sealing = createSealing({
    ...core,
    readCountry: async () => (await readSiteContent(core)).region.country,
  });

  staffEndpoint(contract.listCenterAppointments, async ({ c, viewer, id, query }) => {
    const { etag, json } = await listAppointments(viewer, {
      centerId: id,
      day: query.date,
      storedETag: c.req.header('if-none-match'),
    });
    c.header('ETag', etag);
    return json ? c.body(json, 200, { 'Content-Type': 'application/json' }) : c.body(null, 304);
  });

  staffEndpoint(contract.downloadDayCsv, async ({ c, viewer, id, query }) => {
    const { json } = await listAppointments(viewer, { centerId: id, day: query.date, storedETag: undefined });
    const appointments: contract.CenterAppointment[] = JSON.parse(new TextDecoder().decode(json));
    const language = parseLanguage(c.req.header('accept-language')) ?? 'en';
    const { toCsv } = await import('./day-csv.ts');
    return c.body(toCsv(appointments, language), 200, {
      ...fileHeaders('appointments.csv', language),
      'Content-Type': 'text/csv; charset=utf-8',
    });
  });

  staffEndpoint(contract.countConflicts, async ({ id, query }) => ({
    count: await countConflicts(core, id, query.date),
  }));

  staffEndpoint(contract.setAppointmentStatus, ({ viewer, id, body }) =>
    recordStatus(core, viewer, id, body),
  );

  staffEndpoint(contract.addWalkIn, ({ viewer, body }) => addWalkIn(core, viewer, body, countEmail));

  staffEndpoint(contract.addSealedWalkIn, async ({ viewer, body }) =>
    addWalkIn(core, viewer, { ...(await sealing.open(body)), isSealed: true }, countEmail),
  );

  staffEndpoint(contract.getDeviceKeys, async ({ viewer }) => ({
    shiftKey: await findShiftKey(core, viewer),
    sealingKey: await sealing.readPublicKey(),
  }));

  staffEndpoint(contract.listPassKeys, () => passes.listKeys());

  memberEndpoint(claimContract, ({ viewer, body }) => claimWalkIn(core, viewer, body.token));
}
