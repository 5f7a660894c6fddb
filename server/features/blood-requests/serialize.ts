import type { AgreedDonor, PublicRequest, RequestDetails } from '#contract/blood-requests.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { findLastDetails } from '#server/features/appointments/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { talkingStates } from './conversation.ts';
import { findDonorByUser, listDonors } from './repository.ts';

export const toIso = (at: number): string => new Date(at).toISOString();

export const toPublicRequest = (row: BloodRequestRow): PublicRequest => ({
  _id: row.id,
  bloodGroup: row.blood_group,
  component: row.component,
  bags: row.bags,
  agreed: row.agreed,
  given: row.given,
  district: row.district,
  hospital: row.hospital,
  ...(row.center_id !== null && { centerId: row.center_id }),
  neededBy: toIso(row.needed_by),
  state: row.state,
  createdAt: toIso(row.created_at),
});

/** Adds what concerns the caller, if there is one. */
export async function toDetails(
  db: Db,
  row: BloodRequestRow,
  caller: Owner | undefined,
): Promise<RequestDetails> {
  const details = toPublicRequest(row);
  if (!caller) return details;
  if (row.user_id === caller.userId) return { ...details, own: await toOwn(db, row) };
  const donor = await findDonorByUser(db, row.id, caller);
  return donor ? { ...details, answer: toAnswer(row, donor) } : details;
}

async function toOwn(db: Db, row: BloodRequestRow): Promise<RequestDetails['own']> {
  const donors = await listDonors(db, row.id, talkingStates);
  return {
    initials: row.initials,
    relation: row.relation,
    phone: row.phone,
    ...(row.note !== null && { note: row.note }),
    ...(row.reason !== null && { reason: row.reason }),
    donors: await Promise.all(donors.map((donor) => toAgreedDonor(db, donor))),
  };
}

const saidGiven = ({ given_by_donor, given_by_family }: RequestDonorRow): AgreedDonor['saidGiven'] => [
  ...(given_by_donor ? (['donor'] as const) : []),
  ...(given_by_family ? (['family'] as const) : []),
];

async function toAgreedDonor(db: Db, donor: RequestDonorRow): Promise<AgreedDonor> {
  const phone = donor.shared_by_donor
    ? (await findLastDetails(db, { userId: donor.user_id }))?.phone
    : undefined;
  return {
    _id: donor.id,
    state: donor.state,
    ...(donor.arrives_at !== null && { at: toIso(donor.arrives_at) }),
    code: donor.code ?? '',
    saidGiven: saidGiven(donor),
    sharesNumber: donor.shared_by_family === 1,
    ...(phone && { phone }),
  };
}

export const toAnswer = (
  request: Pick<BloodRequestRow, 'phone'>,
  donor: RequestDonorRow,
): RequestDetails['answer'] => ({
  state: donor.state,
  ...(donor.arrives_at !== null && { at: toIso(donor.arrives_at) }),
  ...(donor.code !== null && talkingStates.includes(donor.state) && { code: donor.code }),
  saidGiven: saidGiven(donor),
  sharesNumber: donor.shared_by_donor === 1,
  ...(donor.shared_by_family === 1 && talkingStates.includes(donor.state) && { phone: request.phone }),
});
