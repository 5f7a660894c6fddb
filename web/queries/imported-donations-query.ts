import type { Day } from '#contract/days.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type ImportedDonation, listImportedDonations } from '#contract/imported-donations.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { queryOptions, skipToken } from '#web/api/queries.ts';

/** A donation that the community recorded before it used this site, as an entry of the history. */
export type EarlierDonation = ImportedDonation & { status: 'fulfilled'; isImported: true };
type OwnImportedDonations = { offered: EarlierDonation[]; accepted: EarlierDonation[] };

/** Loads the imported donations that the member has accepted, and those that wait for an answer. */
export const importedDonationsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['imported-donations', uid],
    queryFn: uid === undefined ? skipToken : ({ signal }) => fetchImportedDonations(signal),
  });

async function fetchImportedDonations(signal: AbortSignal): Promise<OwnImportedDonations> {
  if (!hasFeature('staff')) return { offered: [], accepted: [] };
  const { offered, accepted } = await call(listImportedDonations, { signal });
  return { offered: offered.map(toEntry), accepted: accepted.map(toEntry) };
}

const toEntry = (donation: ResponseOf<typeof listImportedDonations>['offered'][number]): EarlierDonation => ({
  ...donation,
  date: donation.date as Day,
  status: 'fulfilled',
  isImported: true,
});
