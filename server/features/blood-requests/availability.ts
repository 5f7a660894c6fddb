import { type Availability, type AvailabilityFields, defaultHours } from '#contract/availability.ts';
import { districtName, findDistrict, listDivision, parseDistricts } from '#contract/districts.ts';
import { type BloodGroup, bloodGroups } from '#contract/values.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { DonorAvailabilityRow } from '#server/db/request-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { findLastDetails } from '#server/features/appointments/rules.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { requireUser } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { findAvailability, storeAvailability } from './availability-repository.ts';

export { pauseDonor } from './availability-repository.ts';

/** Returns the group that the donor has entered here, or that of the latest appointment. */
export async function findBloodGroup(db: Db, donor: Owner): Promise<BloodGroup | undefined> {
  const entered = (await findAvailability(db, donor))?.blood_group;
  if (entered) return entered;
  const last = (await findLastDetails(db, donor))?.blood_group;
  return bloodGroups.find((group) => group === last);
}

export async function readAvailability(db: Db, donor: Owner): Promise<Availability> {
  const row = await findAvailability(db, donor);
  const bloodGroup = await findBloodGroup(db, donor);
  if (!row)
    return {
      mayBeAsked: false,
      maxDistricts: 1,
      hours: defaultHours,
      channels: ['email'],
      urgentAtNight: false,
      ...(bloodGroup && { bloodGroup }),
    };
  return {
    mayBeAsked: row.may_be_asked === 1,
    ...(row.district !== null && { district: row.district }),
    maxDistricts: row.max_districts,
    hours: { from: row.hours_from, to: row.hours_to },
    channels: [...(row.by_email ? (['email'] as const) : []), ...(row.by_text ? (['text'] as const) : [])],
    ...(row.paused_until !== null && { pausedUntil: row.paused_until }),
    urgentAtNight: row.urgent_at_night === 1,
    ...(bloodGroup && { bloodGroup }),
  };
}

/** @throws AppError invalid-fields (422), credentials-refused (403: the account is gone) */
export async function saveAvailability(
  core: Pick<Core, 'db' | 'listVersions' | 'siteDefaults'>,
  donor: Owner,
  fields: AvailabilityFields,
): Promise<Availability> {
  const districts = parseDistricts((await readSiteContent(core)).districts);
  const place = readPlace(districts, fields);
  await inTransaction(core.db, async (trx) => {
    await requireUser(trx, donor);
    const row: Omit<DonorAvailabilityRow, 'asked_at'> = {
      user_id: donor.userId,
      may_be_asked: fields.mayBeAsked ? 1 : 0,
      blood_group: fields.bloodGroup ?? (await findBloodGroup(trx, donor)) ?? null,
      ...place,
      max_districts: fields.maxDistricts,
      hours_from: fields.hours.from,
      hours_to: fields.hours.to,
      by_email: fields.channels.includes('email') ? 1 : 0,
      by_text: fields.channels.includes('text') ? 1 : 0,
      urgent_at_night: fields.urgentAtNight ? 1 : 0,
      paused_until: fields.pausedUntil ?? null,
    };
    await storeAvailability(trx, row);
  });
  return readAvailability(core.db, donor);
}

function readPlace(
  districts: Parameters<typeof findDistrict>[0],
  { mayBeAsked, district = '', maxDistricts }: AvailabilityFields,
): Pick<DonorAvailabilityRow, 'district' | 'reach'> {
  const found = findDistrict(districts, district);
  if (!found && (mayBeAsked || district !== ''))
    throw new AppError('invalid-fields', { fields: { district: 'Choose a district of the list' } });
  if (!found) return { district: null, reach: 0 };
  const isEverywhere = maxDistricts > listDivision(districts, found).length;
  const isDivision = maxDistricts > 1;
  return { district: districtName(found), reach: isDivision ? (isEverywhere ? 2 : 1) : 0 };
}
