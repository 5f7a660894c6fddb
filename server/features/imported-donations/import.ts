import type { ResponseOf } from '#contract/endpoint.ts';
import type { importDonations as importDonationsEndpoint } from '#contract/imported-donations.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { donationKey, parseDonations } from './csv.ts';
import { insertDonations, listImportedDays } from './repository.ts';

/** How long a donor has to accept a donation. */
const CLAIM_TTL_MS = days(90);

type ImportResult = ResponseOf<typeof importDonationsEndpoint>;

/**
 * Imports the donations of a CSV file in one transaction. A preview or an invalid row changes nothing.
 * Compares with earlier imports, never with accounts, because a preview would show who has one.
 */
export async function importDonations(
  core: Pick<Core, 'db' | 'clock' | 'listVersions' | 'siteDefaults'>,
  withStaffLog: WithStaffLog,
  csv: string,
  isPreview: boolean,
): Promise<ImportResult> {
  const now = core.clock();
  const { timeZone } = (await readSiteContent(core)).region;
  const { donations, repeated, errors } = parseDonations(csv, localTime(now, timeZone).day);
  if (errors.length > 0) return { donors: 0, donations: 0, repeated, known: [], errors };
  const emails = [...new Set(donations.map(({ email }) => email))];
  const imported = new Set((await listImportedDays(core.db, emails)).map(donationKey));
  const isKnown = ({ email, date }: (typeof donations)[number]) =>
    imported.has(donationKey({ email, day: date }));
  const added = donations.filter((donation) => !isKnown(donation));
  const result = {
    donors: new Set(added.map(({ email }) => email)).size,
    donations: added.length,
    repeated,
    known: donations.filter(isKnown).map(({ line }) => line),
    errors,
  };
  if (isPreview || added.length === 0) return result;
  return withStaffLog(async (trx, log) => {
    const emails = await insertDonations(
      trx,
      added.map(({ email, date, center, bloodGroup, name }) => ({
        id: newId(),
        email,
        day: date,
        center,
        blood_group: bloodGroup ?? null,
        name: name ?? null,
        user_id: null,
        expires_at: now + CLAIM_TTL_MS,
      })),
    );
    // Another import of the same file may have been faster.
    if (emails.length > 0) await log({ action: 'import donations', people: [] });
    return { ...result, donors: new Set(emails).size, donations: emails.length };
  });
}
