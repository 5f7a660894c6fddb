import { centerKey } from '#contract/center-key.ts';
import type { Day } from '#contract/days.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { addWalkIn as addWalkInEndpoint } from '#contract/staff-check-in.ts';
import { AppError } from '#platform/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { newId } from '#platform/ids.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { insertAppointment, MAX_ATTEMPTS } from '#server/features/appointments/rules.ts';
import { localDay } from '#server/features/centers/local-time.ts';
import type { NoFreeSlot } from '#server/features/centers/no-free-slot.ts';
import { getCenter } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { type Slot, TakenError } from '#server/features/centers/slots.ts';
import { readFeeColumns } from '#server/features/payments/fee.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { AddLogEntry } from '#server/http/with-staff-log.ts';
import { type ClaimLink, sendClaimLink } from './claim.ts';
import { issueClaimToken } from './claim-links.ts';
import { canDoorStaffChange, MIN_OFFLINE_MS, recordedTime } from './recorded-time.ts';
import { findAppointment, findWalkIn, insertWalkIn } from './repository.ts';

type WalkInFields = BodyOf<typeof addWalkInEndpoint> & {
  /**
   * True if the device sealed the walk-in. The device cannot read it again, so a rejection would lose the
   * details.
   */
  isSealed?: true;
};
type WalkInResult = ResponseOf<typeof addWalkInEndpoint>;

/** Limits of emails with links, per staff member and per address. */
const MAX_CLAIM_EMAILS: RateLimit = { points: 300, seconds: 3600 };
const MAX_CLAIM_EMAILS_TO: RateLimit = { points: 10, seconds: 3600 };

/** Counts an email by this person to this address. @throws AppError too-many-requests (429) */
export type CountEmail = (userId: string, email: string) => Promise<void>;

export function createClaimEmailLimit({ limiters }: Pick<Core, 'limiters'>): CountEmail {
  const countBy = createRequestLimit(limiters('walk-in-emails', MAX_CLAIM_EMAILS));
  const countTo = createRequestLimit(limiters('walk-in-emails-to', MAX_CLAIM_EMAILS_TO));
  return async (userId, email) => {
    await countBy(userId);
    await countTo(email.toLowerCase());
  };
}

/**
 * Books a slot today for a donor without an appointment. A walk-in that was recorded offline is added even if
 * the day is full.
 * @throws AppError not-found (404: no such center), invalid-fields (422: recorded too long ago),
 * too-many-requests (429), unavailable (503)
 */
export async function addWalkIn(
  core: Core,
  by: StaffMember,
  fields: WalkInFields,
  countEmail: CountEmail,
): Promise<WalkInResult> {
  const { db, clock } = core;
  const { centerId, operationId } = fields;
  const center = await getCenter(core, centerId);
  const operation = { center_id: centerId, operation_id: operationId };
  const now = clock();
  const at = fields.at === undefined ? now : recordedTime(fields.at, now);
  const day = localDay(center, at);
  if (!canDoorStaffChange(center, day, { at, now }))
    throw new AppError('invalid-fields', { fields: { at: 'This was recorded too long ago' } });
  if (fields.email) await countEmail(by.userId, fields.email);
  const wasOffline = fields.at !== undefined && (fields.isSealed || now - at >= MIN_OFFLINE_MS);
  const canExceed = wasOffline || (fields.force === true && by.role !== 'door');
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const slot = await slots.findSlotByCenterId(core, centerId, { day, at });
    if (!slot) throw new AppError('not-found');
    // Check after reading the slots, because an earlier request with this operation may have reserved the
    // last one.
    const existing = await findWalkIn(db, operation);
    if (existing !== undefined) return resultOf(existing, await findAppointment(db, existing));
    const isFull = 'success' in slot;
    if (isFull && !canExceed) return { success: false, message: slot.message };
    const row = toRow(fields, { centerName: center.name, day, slot });
    const link = row.email
      ? { token: issueClaimToken(core, row), language: await readLanguage(core, by.userId) }
      : undefined;
    try {
      return await withStaffLog(core, by, (trx, log) =>
        insert(core, trx, log, { row, slot, link, operation, at }),
      );
    } catch (error) {
      if (!(error instanceof TakenError || error instanceof RepeatedOperationError)) throw error;
    }
  }
  throw new AppError('unavailable');
}

/** Another request with this operation was stored first. Nothing is added. */
class RepeatedOperationError extends Error {}

type NewRow = Omit<AppointmentRow, 'fee_amount' | 'fee_currency'>;
type Insertion = {
  row: NewRow;
  slot: Slot | NoFreeSlot;
  link: ClaimLink | undefined;
  operation: { center_id: string; operation_id: string };
  at: number;
};

async function insert(
  core: Core,
  trx: Trx,
  log: AddLogEntry,
  { row: walkIn, slot, link, operation, at }: Insertion,
): Promise<WalkInResult> {
  const row = { ...walkIn, ...(await readFeeColumns(core, trx)) };
  const isFirst = await insertWalkIn(trx, { ...operation, appointment_id: row.id, arrived_at: at });
  if (!isFirst) throw new RepeatedOperationError();
  await insertAppointment(trx, row);
  if ('reserve' in slot && !(await slot.reserve(trx))) throw new TakenError();
  if (link) await sendClaimLink(core, trx, row, link);
  await log({ action: 'add walk-in', people: [row.user_id], centerId: operation.center_id });
  return resultOf(row.id, row);
}

const resultOf = (insertedId: string, row: Pick<AppointmentRow, 'walk_in'> | undefined): WalkInResult => ({
  insertedId,
  ...(row?.walk_in === 'over-capacity' && { isOverCapacity: true }),
});

function toRow(
  { name, bloodGroup, phone = '', email = '', centerId }: WalkInFields,
  { centerName, day, slot }: { centerName: string; day: Day; slot: Slot | NoFreeSlot },
): NewRow {
  const id = newId();
  return {
    id,
    user_id: `walk-in-${id}`,
    name,
    phone,
    email: email.toLowerCase(),
    day,
    center: centerName,
    center_id: centerId,
    center_key: centerKey(centerName),
    blood_group: bloodGroup,
    opinion: null,
    moves: 0,
    reminded_day: day,
    transaction_id: null,
    paid_at: null,
    paid_amount: null,
    paid_currency: null,
    refunded_at: null,
    refunded_amount: null,
    status: 'arrived',
    deferred_until: null,
    deferral_emailed: null,
    released_time: null,
    cancellation_reason: null,
    slot_time: 'reserve' in slot ? slot.slotTime : null,
    walk_in: 'reserve' in slot ? 'placed' : 'over-capacity',
  };
}
