import type { listBloodRequests } from '#contract/blood-requests.ts';
import { MAX_LISTED_REQUESTS, type PublicRequest } from '#contract/blood-requests.ts';
import { districtName, type listDistricts, parseDistricts } from '#contract/districts.ts';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { findRequest, isPublic, listPublicRequests } from './repository.ts';
import { toPublicRequest } from './serialize.ts';

// What everybody may see: in responses of the API, and in pages.

export async function listRequests(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { bloodGroup, district }: QueryOf<typeof listBloodRequests>,
): Promise<PublicRequest[]> {
  const rows = await listPublicRequests(db, {
    now: clock(),
    limit: MAX_LISTED_REQUESTS,
    bloodGroup,
    district,
  });
  return rows.map(toPublicRequest);
}

/** Returns undefined for a request that is not public. */
export async function findPublicRequest(db: Db, id: string): Promise<PublicRequest | undefined> {
  const request = await findRequest(db, id);
  return request && isPublic(request) ? toPublicRequest(request) : undefined;
}

/** Lists the districts with their names in a language. */
export async function readDistricts(
  core: Pick<Core, 'db' | 'listVersions' | 'siteDefaults'>,
  language: string,
): Promise<ResponseOf<typeof listDistricts>> {
  const { districts, region } = await readSiteContent(core);
  const n = Math.max(0, region.languages.indexOf(language));
  return parseDistricts(districts).map((district) => ({
    _id: districtName(district),
    name: district.names[n] ?? districtName(district),
    division: district.division[n] ?? district.division[0] ?? '',
  }));
}
