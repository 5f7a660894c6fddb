import { dayAt } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { findLastDetails } from '#server/features/appointments/rules.ts';
import { insertAccepted } from '#server/features/imported-donations/rules.ts';
import { findAddress } from '#server/features/users/rules.ts';
import { findBloodGroup } from './availability.ts';
import { updateDonor } from './repository.ts';
import { settleRequest } from './settle.ts';

type GivenCore = Pick<Core, 'clock' | 'outbox' | 'accounts'>;

/**
 * Records that a donor of the request has given one bag. The donation becomes part of the donor's history, so
 * the waiting time begins.
 * @throws AppError nothing-to-do (409) if the donor does not come or all bags were given
 */
export async function recordDonorGave(
  core: GivenCore,
  trx: Trx,
  request: BloodRequestRow,
  donor: RequestDonorRow,
  timeZone: string,
): Promise<void> {
  if (donor.state === 'given') return;
  if (donor.state !== 'agreed' && donor.state !== 'arrived') throw new AppError('nothing-to-do');
  if (request.given >= request.bags) throw new AppError('nothing-to-do');
  await updateDonor(trx, donor.id, { state: 'given', given_by_donor: 1, given_by_family: 1 });
  await settleRequest(core, trx, { ...request, given: request.given + 1 });
  const owner = { userId: donor.user_id };
  const address = await findAddress({ db: trx, accounts: core.accounts }, donor.user_id);
  if (!address?.email) return;
  await insertAccepted(trx, {
    userId: donor.user_id,
    email: address.email.toLowerCase(),
    day: dayAt({ timeZone }, core.clock()),
    center: request.hospital,
    blood_group: (await findBloodGroup(trx, owner)) ?? null,
    name: (await findLastDetails(trx, owner))?.name ?? null,
  });
}

/**
 * Records bags that somebody else has given.
 * @throws AppError invalid-fields (422) if fewer are missing
 */
export async function recordOtherBags(
  core: GivenCore,
  trx: Trx,
  request: BloodRequestRow,
  bags: number,
): Promise<void> {
  const missing = request.bags - request.given;
  if (bags > missing) throw new AppError('invalid-fields', { fields: { bags: `Enter at most ${missing}` } });
  await settleRequest(core, trx, { ...request, given: request.given + bags });
}
