import { districtName, parseDistricts } from '#contract/districts.ts';
import { NEED_HOURS, type Need } from '#contract/needs.ts';
import { hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodNeedRow } from '#server/db/request-tables.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { listNeeds } from './repository.ts';

/** Lists the levels of the districts that the owner's list still has. */
export async function readNeeds(
  core: Pick<Core, 'db' | 'clock' | 'listVersions' | 'siteDefaults'>,
): Promise<Need[]> {
  const districts = parseDistricts((await readSiteContent(core)).districts);
  const names = new Set(districts.map(districtName));
  const rows = await listNeeds(core.db);
  return rows.filter(({ district }) => names.has(district)).map((row) => toNeed(row, core.clock()));
}

export const toNeed = ({ blood_group, district, level, updated_at }: BloodNeedRow, now: number): Need => ({
  bloodGroup: blood_group,
  district,
  level: now - updated_at > hours(NEED_HOURS) ? 'unknown' : level,
  updatedAt: new Date(updated_at).toISOString(),
});
