import type { ImportedDonation } from '#contract/imported-donations.ts';
import type { ImportedDonationRow } from '#server/db/tables.ts';
import type { OwnRows } from './rules.ts';

const toImportedDonation = ({
  id,
  day,
  center,
  blood_group,
  name,
}: ImportedDonationRow): ImportedDonation => ({
  _id: id,
  date: day,
  center,
  ...(blood_group && { bloodGroup: blood_group }),
  ...(name && { name }),
});

export const toOwnImportedDonations = ({ offered, accepted }: OwnRows) => ({
  offered: offered.map(toImportedDonation),
  accepted: accepted.map(toImportedDonation),
});
