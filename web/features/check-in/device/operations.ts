import * as z from 'zod/mini';
import { toAsciiDigits } from '#contract/digits.ts';
import { parseToken } from '#contract/donation-pass.ts';
import type { CenterAppointment } from '#contract/staff-check-in.ts';
import { type AppointmentStatus, appointmentStatuses, bloodGroups } from '#contract/values.ts';
import { type People, toPerson } from './snapshot.ts';

const StatusOperation = z.object({
  kind: z.literal('status'),
  /** The id of the appointment. For a walk-in that was not sent yet, the id of its operation. */
  appointmentId: z.string(),
  status: z.enum(appointmentStatuses),
  deferredUntil: z.optional(z.string()),
  at: z.string(),
  operationId: z.string(),
  /** Set if staff scanned the donor's pass. */
  isScan: z.optional(z.literal(true)),
});
export type StatusOperation = z.infer<typeof StatusOperation>;

const Visit = z.object({
  kind: z.literal('walk-in'),
  /** The time at which the donor came. */
  at: z.string(),
  /** Set to add the donor although the day is full. */
  force: z.optional(z.boolean()),
  operationId: z.string(),
  /**
   * Set if the walk-in could not be sent immediately. The server then accepts the donor even if the day is
   * full.
   */
  wasOffline: z.optional(z.boolean()),
});

/** A walk-in that only the server can read (contract/sealed-box.ts). */
const SealedWalkIn = z.extend(Visit, { sealed: z.string(), keyId: z.number() });
/** Used on a page without HTTPS, which stores nothing. */
const ReadableWalkIn = z.extend(Visit, {
  name: z.string(),
  bloodGroup: z.enum(bloodGroups),
  phone: z.optional(z.string()),
  email: z.optional(z.string()),
});
export type WalkInOperation = z.infer<typeof SealedWalkIn> | z.infer<typeof ReadableWalkIn>;

/** A change that this device made and the server has not confirmed. */
export const Operation = z.union([StatusOperation, SealedWalkIn, ReadableWalkIn]);
export type Operation = z.infer<typeof Operation>;

export type CheckInRow = CenterAppointment & {
  /** Whether a change to this row waits to be sent. */
  isPending?: boolean;
};

/**
 * Returns the list as it will be once the operations are sent, with the latest walk-ins first. Leaves out
 * walk-ins whose names this page does not have.
 */
export function applyOperations(
  list: readonly CenterAppointment[],
  operations: readonly Operation[],
  people: People = {},
): CheckInRow[] {
  const added = operations.flatMap((operation) => toRow(operation, people) ?? []).reverse();
  const rows = new Map<string, CheckInRow>([...added, ...list].map((row) => [row._id, row]));
  for (const operation of operations) {
    const row = operation.kind === 'status' && changeRow(rows, operation);
    if (row) rows.set(row._id, row);
  }
  return [...rows.values()];
}

function changeRow(
  rows: ReadonlyMap<string, CheckInRow>,
  { appointmentId, status, deferredUntil }: StatusOperation,
): CheckInRow | undefined {
  const row = rows.get(appointmentId);
  if (!row) return undefined;
  // The response to this change contains the conflict if there still is one.
  const { deferredUntil: _, conflict: _conflict, ...rest } = row;
  return { ...rest, status, ...(deferredUntil && { deferredUntil }), isPending: true };
}

function toRow(operation: Operation, people: People): CheckInRow | undefined {
  const { operationId: _id } = operation;
  const person = people[_id] ?? ('name' in operation ? toPerson(operation) : undefined);
  if (operation.kind !== 'walk-in' || !person) return undefined;
  return { _id, ...person, status: 'arrived', isWalkIn: true, isPending: true };
}

/** Applies changes that were recorded for an unsent walk-in to its appointment. */
export const renameAppointment = (
  operations: readonly Operation[],
  { from, to }: { from: string; to: string },
): Operation[] =>
  operations.map((operation) =>
    operation.kind === 'status' && operation.appointmentId === from
      ? { ...operation, appointmentId: to }
      : operation,
  );

/**
 * Returns the text's letters and digits without case and Latin marks: `o'Brien` and `Müller` become `obrien`
 * and `muller`.
 */
const foldText = (text: string): string =>
  toAsciiDigits(text)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '');

/**
 * Cache of folded names. Folding 10,000 names takes a slow phone 15 to 50 ms, and each key pressed in the
 * search needs all of them.
 */
const foldedNames = new WeakMap<CheckInRow, string>();

function foldName(row: CheckInRow): string {
  const folded = foldedNames.get(row) ?? foldText(row.name);
  foldedNames.set(row, folded);
  return folded;
}

/**
 * Returns the rows that match the text. Either the name contains all of its words, the end of the phone
 * number contains its digits, the appointment's number begins or ends with it, or it is the text of the
 * donor's pass.
 */
export function searchRows<Row extends CheckInRow>(rows: readonly Row[], text: string): readonly Row[] {
  const typed = toAsciiDigits(text.trim());
  if (!typed) return rows;
  const words = typed.split(/\s+/).map(foldText).filter(Boolean);
  const id = parseToken(typed)?.pass.appointmentId ?? typed.toLowerCase();
  // A whole phone number works like its last digits.
  const phone = typed.replaceAll(/[ +()-]/g, '');
  const digits = /^\d+$/.test(phone) ? phone.slice(-4) : undefined;
  const isNumber = /^[\da-f-]{4,}$/.test(id);
  const hasWords = (name: string) => words.length > 0 && words.every((word) => name.includes(word));
  return rows.filter((row) => {
    const { _id, phoneEnd } = row;
    return (
      hasWords(foldName(row)) ||
      (digits !== undefined && phoneEnd.includes(digits)) ||
      (isNumber && (_id.endsWith(id) || (id.length >= 8 && _id.startsWith(id))))
    );
  });
}

/**
 * Returns the rows with a name that may be written differently than the text. Names from other scripts have
 * several spellings (Khatun and Khatoon, Mohammad and Muhammed), which share most consonants.
 */
export function searchSimilarNames<Row extends CheckInRow>(
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const words = consonantsOf(text).filter((word) => word.length > 1);
  return rows.filter(({ name }) => {
    const own = consonantsOf(name);
    return words.length > 0 && words.every((word) => own.some((other) => other.startsWith(word)));
  });
}

/** Returns the letters of each word without vowels, `h` and repetitions. `Khatoon` becomes `ktn`. */
const consonantsOf = (text: string): string[] =>
  text
    .split(/[\s.-]+/)
    .map((word) =>
      foldText(word)
        .replaceAll(/(.)\1+/gu, '$1')
        .replaceAll('z', 'j')
        .replaceAll('v', 'b')
        .replaceAll(/[aeiouwyh\p{M}]/gu, ''),
    )
    .filter(Boolean);

/** Returns the number of appointments with each status. `arrived`: the donors who are still waiting. */
export function countRows(rows: readonly CheckInRow[]) {
  const of = (...statuses: AppointmentStatus[]) =>
    rows.filter(({ status }) => statuses.includes(status)).length;
  return {
    expected: of('booked'),
    arrived: of('arrived'),
    gave: of('fulfilled'),
    deferred: of('deferred'),
    notGiven: of('not-given'),
    noShow: of('noshow'),
    canceled: of('cancelled'),
    overCapacity: rows.filter(({ isOverCapacity }) => isOverCapacity).length,
  };
}

/** Returns the status before an outcome, for undo. */
export const previousStatus = (status: AppointmentStatus): AppointmentStatus =>
  status === 'fulfilled' || status === 'deferred' || status === 'not-given' ? 'arrived' : 'booked';

export type OperationResult =
  | {
      kind: 'status';
      status: CenterAppointment['status'];
      conflict?: CenterAppointment['conflict'];
      /** The status before a scan. Absent for other changes. */
      statusBefore?: AppointmentStatus | undefined;
    }
  | { kind: 'walk-in'; appointmentId: string; isOverCapacity: boolean };

/** Returns the list with the server's response to an operation. */
export function confirmOperation(
  rows: readonly CheckInRow[],
  operation: Operation,
  result: OperationResult,
): CenterAppointment[] {
  return rows.map(({ isPending: _, ...row }) => {
    const isOfOperation =
      operation.kind === 'walk-in' ? row._id === operation.operationId : row._id === operation.appointmentId;
    if (!isOfOperation) return row;
    if (result.kind === 'walk-in')
      return { ...row, _id: result.appointmentId, ...(result.isOverCapacity && { isOverCapacity: true }) };
    return { ...row, status: result.status, ...(result.conflict && { conflict: result.conflict }) };
  });
}
