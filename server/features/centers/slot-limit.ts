import { MAX_OPEN_SLOTS } from '#contract/booking-limits.ts';
import { bookableDays } from '#contract/days.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { requireUser } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import { countOpenSlots } from './appointments-repository.ts';

export type TooManySlots = { success: false; message: string; limit: number };

export const tooManySlots = (): TooManySlots => ({
  success: false,
  message: `You have ${MAX_OPEN_SLOTS} appointments at donation centers. Cancel one, or wait until one is over`,
  limit: MAX_OPEN_SLOTS,
});

/**
 * Returns the reason for a rejection if the member may not book another slot. Locks the member until the
 * transaction ends, so that concurrent requests cannot exceed the limit.
 * @throws AppError credentials-refused (403) if the account is gone
 */
export async function checkSlotLimit(
  { clock }: Pick<Core, 'clock'>,
  trx: Trx,
  owner: Owner,
): Promise<TooManySlots | undefined> {
  await requireUser(trx, owner);
  const count = await countOpenSlots(trx, { userId: owner.userId, from: bookableDays(clock()).first });
  return count >= MAX_OPEN_SLOTS ? tooManySlots() : undefined;
}
