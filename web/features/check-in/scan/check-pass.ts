import type { Center } from '#contract/centers.ts';
import { type Day, dayAt } from '#contract/days.ts';
import { centerNumber, isPassId, parseToken, type SignedPass } from '#contract/donation-pass.ts';
import type { PublicKey } from '#contract/staff-check-in.ts';
import type { CheckInState } from '../device/check-in-store.ts';

import type { CheckInRow, Operation } from '../device/operations.ts';

/** The meaning of a scanned code. */
export type Verdict =
  /** The donor is expected. */
  | 'valid'
  /** The pass was already used. */
  | 'used'
  | 'cancelled'
  /** Canceled or moved, and therefore not on the current list. */
  | 'missing'
  /** Booked after the list was received. */
  | 'unlisted'
  /** Signed for today and this center, but not on this device's outdated list: the donor may have moved. */
  | 'not-listed'
  | 'other-day'
  | 'other-center'
  | 'invalid'
  /** Not signed, so only an online check is possible. */
  | 'unchecked'
  /** Typed text that matches no donor of the list. */
  | 'no-match';

export type CheckedPass = { verdict: Verdict; row?: CheckInRow; day?: Day; appointmentId?: string };

export type PassContext = {
  centerId: string;
  /** Today at the center. */
  today: Day;
  rows: readonly CheckInRow[];
  /** The unsent operations, including those about appointments that are not on the list. */
  operations: readonly Operation[];
  /** The time at which the list was received, in ms. */
  fetchedAt: number;
  /** Whether the list was received just now. */
  isCurrent: boolean;
  keys: readonly PublicKey[];
};

/**
 * Returns a device's data for checking the passes of a center. No donor of yesterday's list is expected
 * today.
 */
export function createPassContext(
  { _id, timeZone }: Pick<Center, '_id' | 'timeZone'>,
  { rows, fetchedAt, operations, passKeys: keys }: CheckInState,
  { now, isCurrent }: { now: number; isCurrent: boolean },
): PassContext {
  const today = dayAt({ timeZone }, now);
  const isOfToday = dayAt({ timeZone }, fetchedAt) === today;
  return {
    centerId: _id,
    today,
    isCurrent,
    operations,
    fetchedAt,
    keys,
    rows: isOfToday ? rows : [],
  };
}

/** Checks the text of a QR code on the device alone. */
export async function checkPass(text: string, context: PassContext): Promise<CheckedPass> {
  const id = text.trim().toLowerCase();
  if (isPassId(id)) return checkUnsigned(id, context);
  const signed = parseToken(text);
  if (!signed || !(await isSigned(signed, context.keys))) return { verdict: 'invalid' };
  const { appointmentId, day, center } = signed.pass;
  const found = { appointmentId, day };
  if (center !== centerNumber(context.centerId)) return { verdict: 'other-center', ...found };
  // Accept a pass that was issued before the donor moved the appointment to today.
  const row = context.rows.find(({ _id }) => _id === appointmentId);
  if (row) return { verdict: getVerdict(row), row, ...found };
  if (day !== context.today) return { verdict: 'other-day', ...found };
  const own = context.operations
    .filter((operation) => operation.kind === 'status')
    .filter((operation) => operation.appointmentId === appointmentId)
    .at(-1);
  if (own && getVerdict(own) === 'used') return { verdict: 'used', ...found };
  if (createdAt(appointmentId) >= context.fetchedAt) return { verdict: 'unlisted', ...found };
  return { verdict: context.isCurrent ? 'missing' : 'not-listed', ...found };
}

/**
 * Checks a pass issued before passes were signed. It has only the appointment's id, which calendar files also
 * contain.
 */
function checkUnsigned(appointmentId: string, { rows, isCurrent }: PassContext): CheckedPass {
  if (!isCurrent) return { verdict: 'unchecked', appointmentId };
  const row = rows.find(({ _id }) => _id === appointmentId);
  return row ? { verdict: getVerdict(row), row, appointmentId } : { verdict: 'missing', appointmentId };
}

/** Returns the meaning of an appointment's status for its pass. */
export function getVerdict({ status }: Pick<CheckInRow, 'status'>): Verdict {
  if (status === 'cancelled') return 'cancelled';
  return status === 'booked' || status === 'noshow' ? 'valid' : 'used';
}

/** Returns the time of an id of version 7, in ms since 1970. */
const createdAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

async function isSigned(
  { pass, signed, signature }: SignedPass,
  keys: readonly PublicKey[],
): Promise<boolean> {
  const jwk = keys.find(({ keyId }) => keyId === pass.keyId);
  if (!jwk) return false;
  const { kty, crv, x, y } = jwk;
  const algorithm = { name: 'ECDSA', namedCurve: crv };
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed);
}
