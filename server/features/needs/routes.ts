import { parseDistricts } from '#contract/districts.ts';
import * as contract from '#contract/needs.ts';
import type { Core } from '#server/core.ts';
import type { BloodNeedRow } from '#server/db/request-tables.ts';
import { readDistrict } from '#server/features/blood-requests/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import { storeNeed } from './repository.ts';
import { readNeeds, toNeed } from './rules.ts';

export function mountNeeds({ publicEndpoint, staffEndpoint }: Routes, core: Core): void {
  publicEndpoint(contract.listNeeds, () => readNeeds(core));
  staffEndpoint(contract.listStaffNeeds, () => readNeeds(core));

  staffEndpoint(contract.setNeed, async ({ viewer, body }) => {
    const districts = parseDistricts((await readSiteContent(core)).districts);
    const row: BloodNeedRow = {
      blood_group: body.bloodGroup,
      district: readDistrict(districts, body.district),
      level: body.level,
      updated_at: core.clock(),
    };
    await withStaffLog(core, viewer, async (trx, log) => {
      await storeNeed(trx, row);
      await log({ action: 'set need', people: [] });
    });
    return toNeed(row, row.updated_at);
  });
}
