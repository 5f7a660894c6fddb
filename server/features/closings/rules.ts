import { type Day, utcDay } from '#contract/days.ts';
import type { DisplacedAppointment, SlotOffer } from '#contract/slot-offers.ts';
import type { ClosedState } from '#contract/staff-closings.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import { declineAppointment } from '#server/features/appointments/decline.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import { countFreeByTime } from '#server/features/centers/days.ts';
import { listFreeSlots } from '#server/features/centers/free-slots.ts';
import { endOfDay } from '#server/features/centers/local-time.ts';
import { type CenterWithSeries, getDay } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import {
  issueOfferToken,
  type OfferClaims,
  type Slot,
  toClinicSlot,
} from '#server/features/offer-links/offer-tokens.ts';
import { requestRefundOfCanceled } from '#server/features/payments/refunds.ts';
import type { Owner } from '#server/http/viewer.ts';
import * as repository from './repository.ts';
import { spreadOffers } from './spread-offers.ts';

export type ClosedNotice = { id: string; userId: string; slots: Slot[] };

type Closed = {
  center: CenterWithSeries;
  closingId: string | null;
  message: string | null;
  appointments: readonly Pick<AppointmentRow, 'id' | 'user_id' | 'day' | 'slot_time' | 'moves'>[];
};

/** Records displaced appointments, and queues the messages to their donors, in the same transaction. */
export async function recordDisplacedAppointments(
  { clock, outbox, sendsTexts }: Pick<Core, 'clock' | 'outbox' | 'sendsTexts'>,
  trx: Trx,
  { center, closingId, message, appointments }: Closed,
): Promise<void> {
  const now = clock();
  const rows = appointments.map(
    ({ id, user_id, day, slot_time, moves }): DisplacedAppointmentRow => ({
      id: newId(),
      appointment_id: id,
      user_id,
      center_id: center.id,
      closing_id: closingId,
      day,
      time: slot_time ?? '',
      moves,
      message,
      created_at: now,
      notified_at: null,
      called_at: null,
      refund_at: null,
    }),
  );
  await repository.insertDisplacedAppointments(trx, rows);
  for (const [from, group] of Map.groupBy(rows, ({ day }) => day)) {
    const offers = spreadOffers(await listFreeSlots(trx, center, { from, now }), group);
    for (const [index, { id, user_id: userId }] of group.entries()) {
      const notice: ClosedNotice = { id, userId, slots: offers[index] ?? [] };
      await outbox.add(trx, 'closing-email', notice);
      if (sendsTexts) await outbox.add(trx, 'closing-text', notice);
    }
  }
}

/** Returns the first day that is shown. It is yesterday in UTC, which may be a center's today. */
export const firstVisibleDay = (now: number): Day => utcDay(now - days(1));

/** Returns the first day whose rows are kept. */
export const firstStoredDay = (now: number): Day => utcDay(now - days(90));

/**
 * Returns the state of a displaced or canceled appointment. `isClosed`: whether its old slot is closed now.
 */
export function closedStateOf(
  row: Pick<DisplacedAppointmentRow, 'moves' | 'refund_at'>,
  appointment: Pick<AppointmentRow, 'moves' | 'status' | 'transaction_id' | 'refunded_at'> | undefined,
  isClosed: boolean,
): ClosedState {
  if (!appointment) return 'canceled';
  const { status, transaction_id } = appointment;
  if (status === 'cancelled' && transaction_id === null) return 'canceled';
  if (status === 'cancelled')
    return row.refund_at === null && appointment.refunded_at === null ? 'declined' : 'refunded';
  if (appointment.moves !== row.moves) return 'moved';
  if (status !== 'booked') return 'recorded';
  return isClosed ? 'waiting' : 'restored';
}

/** Returns the member's appointments that wait for another slot, each with the next free slots. */
export async function listOwnDisplacedAppointments(
  core: Core,
  viewer: Owner,
): Promise<DisplacedAppointment[]> {
  const rows = await repository.listMemberDisplacedAppointments(
    core.db,
    viewer,
    firstVisibleDay(core.clock()),
  );
  const found: DisplacedAppointment[] = [];
  for (const row of rows) {
    const { state, center, appointment } = await readClosedChoice(core, row);
    if (state !== 'waiting' || !center || !appointment) continue;
    found.push({
      appointmentId: row.appointment_id,
      center: center.name,
      from: toClinicSlot(row),
      ...(row.message && { message: row.message }),
      isPaid: appointment.transaction_id !== null,
      slots: await listOffers(core, center, { row }),
      declineToken: issueOfferToken(core, {
        purpose: 'move',
        id: row.id,
        day: row.day,
        time: row.time,
      }),
    });
  }
  return found;
}

/** Returns the state, the center and the appointment of a row, which show what the donor has chosen. */
export async function readClosedChoice(
  core: Pick<Core, 'db' | 'clock' | 'features'>,
  row: DisplacedAppointmentRow,
) {
  const appointment = (await repository.listAppointments(core.db, [row.appointment_id])).get(
    row.appointment_id,
  );
  const own = appointment?.user_id === row.user_id ? appointment : undefined;
  const isClosed = await slots.isClosed(core, { ...row, slot_time: row.time });
  const center = (await getDay(core, row.center_id, row.day))?.center;
  return { state: closedStateOf(row, own, isClosed), center, appointment: own };
}

async function listOffers(
  core: Core,
  center: CenterWithSeries,
  { row, except }: { row: DisplacedAppointmentRow; except?: Slot },
) {
  const next = await slots.findNextSlots(core, center, row.time, {
    ...(await findAvailability(core, row)),
    except,
  });
  return next.map(({ day, time }) => ({
    ...toClinicSlot({ day, time }),
    token: issueOfferToken(core, { purpose: 'move', id: row.id, day, time }),
  }));
}

/** Returns when the donor of a displaced appointment can come. */
export async function findAvailability(
  { db }: Pick<Core, 'db'>,
  row: DisplacedAppointmentRow,
): Promise<repository.Availability> {
  const found = await repository.readAvailability(db, [row]);
  return found.get(row.id) ?? { earliestDay: row.day, busyDays: new Set() };
}

/** @throws AppError not-found (404), link-expired (410) */
async function readLink(core: Core, claims: OfferClaims) {
  const row = await repository.findDisplacedAppointment(core.db, claims.id);
  const choice = row && (await readClosedChoice(core, row));
  if (!row || !choice?.center) throw new AppError('not-found');
  if (core.clock() >= endOfDay(choice.center, claims.day)) throw new AppError('link-expired');
  return { ...choice, row, center: choice.center };
}

/** Describes the slot of a link, and other free ones. @throws AppError not-found (404), link-expired (410) */
export async function describeMoveOffer(core: Core, claims: OfferClaims): Promise<SlotOffer> {
  const { row, state, center, appointment } = await readLink(core, claims);
  const isWaiting = state === 'waiting';
  const hasSlot =
    appointment && ['moved', 'restored'].includes(state) && !(await slots.isClosed(core, appointment));
  return {
    purpose: 'move',
    state: isWaiting ? ((await isFree(core, row, claims)) ? 'open' : 'full') : toOfferState(state),
    center: center.name,
    ...toClinicSlot(claims),
    from: toClinicSlot(row),
    ...(row.message && { message: row.message }),
    // Omitted if the center has also closed the slot that the donor chose.
    ...(hasSlot && {
      chosen: toClinicSlot({ day: appointment.day, time: appointment.slot_time ?? '' }),
    }),
    isPaid: appointment?.transaction_id != null,
    others: isWaiting ? await listOffers(core, center, { row, except: claims }) : [],
    missing: [],
  };
}

const toOfferState = (state: ClosedState): SlotOffer['state'] => (state === 'canceled' ? 'gone' : 'used');

async function isFree(core: Core, row: DisplacedAppointmentRow, { day, time }: Slot) {
  const found = (await getDay(core, row.center_id, day))?.day;
  return found !== undefined && countFreeByTime(found).some((slot) => slot.time === time);
}

/**
 * Moves the appointment of a link to exactly the slot of the link, with its payment.
 * @throws AppError not-found (404), already-chosen (409), link-expired (410)
 */
export async function acceptMove(core: Core, claims: OfferClaims) {
  const { row, state, center } = await readLink(core, claims);
  if (state !== 'waiting') throw new AppError('already-chosen');
  if (!(await isFree(core, row, claims))) return slotTakenResult(center);
  return throwIfChanged('already-chosen', () =>
    moveAppointment(core, { userId: row.user_id }, row.appointment_id, {
      day: claims.day,
      time: claims.time,
      moves: row.moves,
    }),
  );
}

const slotTakenResult = ({ name }: CenterWithSeries) => ({
  success: false,
  message: `This place at ${name} is taken. Choose another one`,
});

/** @throws AppError not-found (404), already-chosen (409), link-expired (410), unavailable (503) */
export async function declineMove(core: Core, claims: OfferClaims): Promise<void> {
  const { row, state } = await readLink(core, claims);
  if (state !== 'waiting') throw new AppError('already-chosen');
  const appointment = { id: row.appointment_id, moves: row.moves };
  await throwIfChanged('already-chosen', () =>
    declineAppointment(core, { userId: row.user_id }, appointment),
  );
}

/** Throws `code` if the appointment has changed since it was read, for example by another choice. */
export async function throwIfChanged<Result>(
  code: 'already-chosen' | 'nothing-to-do',
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const codes = ['appointment-canceled', 'appointment-moved', 'not-found'];
    const hasChanged = error instanceof AppError && codes.includes(error.code);
    throw hasChanged ? new AppError(code, { cause: error }) : error;
  }
}

/** Removes the member's rows, in the transaction that deletes the account. */
export async function onAccountDeleted(trx: Trx, owner: Owner): Promise<void> {
  await repository.removeMemberDisplacedAppointments(trx, owner);
}

/** Removes the rows before `firstStoredDay`, after requesting the refunds that are still due. */
export async function removeOldDisplacedAppointments(core: Core): Promise<void> {
  const before = firstStoredDay(core.clock());
  await inTransaction(core.db, async (trx) => {
    for (const transactionId of await repository.lockDueRefunds(trx, before))
      await requestRefundOfCanceled(trx, core, transactionId, 'cancellation');
    await repository.removeOldDisplacedAppointments(trx, before);
  });
}
