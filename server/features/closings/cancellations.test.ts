import { expect } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { addClosing } from '#server/features/center-administration/edit-center.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { beforeTransaction } from '#server/testing/before-transaction.ts';
import { addMember, bookAppointment, filledForm, noon } from '#server/testing/people.ts';
import { declineAppointment } from '../appointments/decline.ts';
import { moveAppointment } from '../appointments/move.ts';
import { listAppointments } from '../appointments/repository.ts';
import { bookHeldSlot, cancelAppointment, requestAppointment } from '../appointments/rules.ts';
import { WHOLE_DAY } from '../centers/days.ts';
import * as slots from '../centers/slots.ts';
import { addTestCenter, coordinator, findLostSlots, openCenterDeps } from '../centers/testing/center-deps.ts';
import { recordStatus } from '../check-in/status.ts';
import { openPayment } from '../payments/open-payment.ts';
import { confirmPayment } from '../payments/settle.ts';
import { listDisplaced, resolveDisplaced } from './follow-up.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;

onBothDatabases([serverMigrations], (open) => {
  /** Creates a donor with an appointment at a center with 4 slots a day. */
  async function createDeps({ emailVerified = true } = {}) {
    const deps = await openCenterDeps(open);
    const centerId = await addTestCenter(deps, { name: 'Dhaka' });
    const donor = await addMember(deps.db, 'donor@example.org', { emailVerified });
    const id = await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday });
    return { ...deps, centerId, donor, id };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  let operations = 0;
  async function record(deps: Deps, status: AppointmentStatus) {
    deps.time.now += 1;
    const at = new Date(deps.time.now).toISOString();
    await recordStatus(deps, coordinator, deps.id, { status, at, operationId: `op-${++operations}` });
  }
  const own = async ({ db, donor }: Deps) => (await listAppointments(db, donor as Viewer))[0];
  const listAffected = (deps: Deps) => listDisplaced(deps, coordinator, deps.centerId);
  const deliverMails = async (deps: Deps) => {
    await deps.deliver();
    return deps.emails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }));
  };
  /** Pays at the provider, and returns the id of the intent. */
  async function pay(deps: Deps): Promise<string> {
    const secret = await openPayment(deps, deps.id);
    const intentId = secret.split('_secret')[0] ?? '';
    deps.provider.pay(intentId);
    return intentId;
  }
  const canceled = { code: 'appointment-canceled' };

  const test = testWith(createDeps);

  test('an appointment that the center canceled can be neither moved, canceled nor paid, and loses no slot', async (deps) => {
    await record(deps, 'cancelled');
    await expect(moveAppointment(deps, deps.donor, deps.id, { day: wednesday })).rejects.toMatchObject(
      canceled,
    );
    await expect(cancelAppointment(deps, deps.donor, deps.id)).rejects.toMatchObject(canceled);
    await expect(openPayment(deps, deps.id)).rejects.toMatchObject(canceled);
    expect(await own(deps)).toMatchObject({ day: tuesday, status: 'cancelled', slot_time: null });
    await record(deps, 'booked');
    expect(await own(deps)).toMatchObject({ status: 'booked', slot_time: '09:00', released_time: null });
    expect(await moveAppointment(deps, deps.donor, deps.id, { day: wednesday })).toEqual({ success: true });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('an appointment that was moved while it was canceled, by an earlier version, takes one slot', async (deps) => {
    await record(deps, 'cancelled');
    await deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('appointments').set({ slot_time: '09:30' }).execute();
      await slots.reserveBeyondCapacity(trx, { center_id: deps.centerId, day: tuesday, time: '09:30' });
    });
    await record(deps, 'booked');
    expect(await own(deps)).toMatchObject({ slot_time: '09:30', released_time: null });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('the donor is told of a cancellation with what is free next, and when it is undone', async (deps) => {
    await record(deps, 'cancelled');
    const [email, ...others] = await deliverMails(deps);
    expect(others).toEqual([]);
    expect(email?.subject).toBe('Your blood donation on November 24, 2026 is canceled');
    expect(email?.text).toContain('Donation date: Tuesday, November 24, 2026, 09:00\n');
    expect(email?.text).toContain(
      'Next free days: Wednesday, November 25, 2026, 09:00; Tuesday, December 1, 2026, 09:00; Wednesday, December 2, 2026, 09:00\n',
    );
    expect(await listAffected(deps)).toMatchObject([
      { from: { date: tuesday, time: '09:00' }, name: 'Rahim Uddin', state: 'canceled', isPaid: false },
    ]);
    expect((await listAffected(deps))[0]).toHaveProperty('notifiedAt');
    await record(deps, 'booked');
    expect(await deliverMails(deps)).toMatchObject([
      { subject: 'Your blood donation on November 24, 2026 takes place' },
    ]);
    expect(await listAffected(deps)).toMatchObject([{ state: 'restored' }]);
    // The cancellation is undone before the email is sent.
    await record(deps, 'cancelled');
    await record(deps, 'booked');
    expect(await deliverMails(deps)).toMatchObject([
      { subject: 'Your blood donation on November 24, 2026 takes place' },
    ]);
    // Let the day end.
    deps.time.now += days(4);
    await record(deps, 'cancelled');
    expect(await deliverMails(deps)).toEqual([]);
  });

  test('after an unpaid appointment was canceled by the center, its donor may have another one on that day', async (deps) => {
    const request = (center: string, date: Day) =>
      requestAppointment(deps, deps.donor, filledForm({ center, date }));
    await record(deps, 'cancelled');
    expect(await request('Square Hospital', tuesday)).toMatchObject({ success: true });
    expect(await listAppointments(deps.db, deps.donor as Viewer)).toMatchObject([
      { center: 'Square Hospital', day: tuesday, status: 'booked' },
    ]);
    expect(await listAffected(deps)).toMatchObject([{ state: 'canceled' }]);
    expect(await codeOf(record(deps, 'booked'))).toBe('not-found');
    expect(await request('Square Hospital', tuesday)).toMatchObject({ success: false });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('an appointment, or who takes a held slot, may move to a day on which the center canceled another', async (deps) => {
    const { donor, db } = deps;
    const id = await bookAppointment(deps, donor, { center: 'Dhaka', date: wednesday });
    await record(deps, 'cancelled');
    expect(await moveAppointment(deps, donor, id, { day: tuesday })).toEqual({ success: true });
    expect(await listAppointments(db, donor as Viewer)).toMatchObject([{ id, day: tuesday }]);
    deps.id = id;
    await record(deps, 'cancelled');
    const fields = filledForm({ center: 'Dhaka', date: tuesday });
    const slot = { centerId: deps.centerId, timeZone: 'UTC', slotTime: '09:00', startsAt: noon };
    const isBooked = await db
      .transaction()
      .execute((trx) =>
        bookHeldSlot({ ...deps, clock: Date.now }, trx, { ...donor, isConfirmed: true }, { ...fields, slot }),
      );
    expect(isBooked).toBe(true);
    expect(await listAppointments(db, donor as Viewer)).toMatchObject([{ day: tuesday, status: 'booked' }]);
  });

  test('a paid appointment that the center canceled keeps its day, because its payment belongs to it', async (deps) => {
    await confirmPayment(deps, { id: deps.id, transaction_id: null }, await pay(deps));
    await record(deps, 'cancelled');
    expect(
      await requestAppointment(deps, deps.donor, filledForm({ center: 'Square Hospital', date: tuesday })),
    ).toEqual({ success: false, message: "You've Already Have an Appointment on November 24, 2026" });
  });

  test('an unconfirmed address gets no email of a cancellation; the address of now gets it', async () => {
    await using deps = await createDeps({ emailVerified: false });
    await record(deps, 'cancelled');
    expect(await deliverMails(deps)).toEqual([]);
    expect(await own(deps)).toMatchObject({ status: 'cancelled' });
    deps.accounts.changed.set(deps.donor.userId, { isConfirmed: true, email: 'changed@example.org' });
    await record(deps, 'booked');
    expect(await deliverMails(deps)).toMatchObject([{ to: 'changed@example.org' }]);
  });

  test('a donor whom the site cannot email is listed for a call about a cancellation until it is over', async (deps) => {
    deps.emailServer.isSet = false;
    await record(deps, 'cancelled');
    await deps.deliver();
    const [row] = await listAffected(deps);
    expect(row).toMatchObject({ state: 'canceled', needsCall: true, phone: '01712345678' });
    expect(row?.notifiedAt).toBeUndefined();
    const { now } = deps.time;
    deps.time.now = Date.parse(`${tuesday}T18:00:00Z`);
    expect((await listAffected(deps))[0]).toMatchObject({ needsCall: false });
    deps.time.now = now;
    const called = { centerId: deps.centerId, affectedId: row?._id ?? '', result: 'called' } as const;
    await resolveDisplaced(deps, coordinator, called);
    expect((await listAffected(deps))[0]).toMatchObject({ needsCall: false, calledAt: expect.any(String) });
  });

  test('a paid donor is called about a cancellation by the center, but not about an own answer to a closing', async (deps) => {
    deps.emailServer.isSet = false;
    await confirmPayment(deps, { id: deps.id, transaction_id: null }, await pay(deps));
    await record(deps, 'cancelled');
    expect(await listAffected(deps)).toMatchObject([{ state: 'declined', needsCall: true }]);
    await record(deps, 'booked');
    const closing = { centerId: deps.centerId, day: tuesday, ...WHOLE_DAY, message: null };
    await addClosing(deps, coordinator, closing, false);
    expect(await listAffected(deps)).toMatchObject([{ state: 'waiting', needsCall: true }]);
    const [appointment] = await listAppointments(deps.db, deps.donor as Viewer);
    await declineAppointment(deps, deps.donor, { id: deps.id, moves: appointment?.moves ?? 0 });
    expect(await listAffected(deps)).toMatchObject([{ state: 'declined', needsCall: false }]);
  });

  test('the coordinator refunds a paid appointment that the center canceled, also after its day', async (deps) => {
    await confirmPayment(deps, { id: deps.id, transaction_id: null }, await pay(deps));
    await record(deps, 'cancelled');
    expect((await deliverMails(deps)).at(-1)?.text).toContain('The center will refund your payment.');
    deps.time.now += days(30);
    const [row] = await listAffected(deps);
    expect(row).toMatchObject({ state: 'declined', isPaid: true });
    const refunding = { centerId: deps.centerId, affectedId: row?._id ?? '', result: 'refunded' } as const;
    await resolveDisplaced(deps, coordinator, refunding);
    await deps.deliver();
    expect((await own(deps))?.refunded_at).not.toBeNull();
    expect(await listAffected(deps)).toEqual([]);
  });

  test('a payment is not refunded when another coordinator has just undone the cancellation', async (deps) => {
    await confirmPayment(deps, { id: deps.id, transaction_id: null }, await pay(deps));
    await record(deps, 'cancelled');
    const [row] = await listAffected(deps);
    const db = beforeTransaction(deps.db, () => record(deps, 'booked'));
    const refunding = { centerId: deps.centerId, affectedId: row?._id ?? '', result: 'refunded' } as const;
    const request = resolveDisplaced({ ...deps, db }, coordinator, refunding);
    expect(await codeOf(request)).toBe('nothing-to-do');
    await deps.deliver();
    expect(deps.provider.refunded).toEqual([]);
    expect(await own(deps)).toMatchObject({ status: 'booked', refunded_at: null });
  });

  test('a cancellation is undone or refunded, never both; a donor who comes can still be recorded', async (deps) => {
    await confirmPayment(deps, { id: deps.id, transaction_id: null }, await pay(deps));
    await record(deps, 'cancelled');
    const [row] = await listAffected(deps);
    const refunding = { centerId: deps.centerId, affectedId: row?._id ?? '', result: 'refunded' } as const;
    const order = () => resolveDisplaced(deps, coordinator, refunding);
    const results = await Promise.allSettled([order(), record(deps, 'booked')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if ((await own(deps))?.status === 'booked') {
      await record(deps, 'cancelled');
      await order();
    }
    const whenOrdered = await codeOf(record(deps, 'booked'));
    await deps.deliver();
    expect([whenOrdered, await codeOf(record(deps, 'booked'))]).toEqual(['refund-ordered', 'refund-ordered']);
    expect((await own(deps))?.refunded_at).not.toBeNull();
    expect(await own(deps)).toMatchObject({ status: 'cancelled', slot_time: null });
    deps.time.now = Date.parse(`${tuesday}T04:00:00Z`);
    await record(deps, 'arrived');
    expect(await own(deps)).toMatchObject({ status: 'arrived' });
  });

  test('money that arrives after the center canceled the appointment is refunded', async (deps) => {
    const intentId = await pay(deps);
    deps.provider.setUnavailable(true);
    await record(deps, 'cancelled');
    deps.provider.setUnavailable(false);
    const confirmation = confirmPayment(deps, { id: deps.id, transaction_id: null }, intentId);
    await expect(confirmation).rejects.toMatchObject(canceled);
    await deps.deliver();
    expect(deps.provider.refunded).toEqual([intentId]);
    expect(await own(deps)).toMatchObject({ transaction_id: null });
  });

  test('an open payment ends when the center cancels the appointment', async (deps) => {
    const charges = () => deps.db.selectFrom('payments').select('status').execute();
    await openPayment(deps, deps.id);
    await record(deps, 'cancelled');
    expect(await charges(), 'before the response').toEqual([{ status: 'canceled' }]);
    await record(deps, 'booked');
    await openPayment(deps, deps.id);
    deps.provider.setUnavailable(true);
    await record(deps, 'cancelled');
    expect(await charges()).toContainEqual({ status: 'open' });
    deps.provider.setUnavailable(false);
    await deps.deliver();
    expect(await charges()).toEqual([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  test('what happened on a day is not recorded before it', async (deps) => {
    for (const status of ['arrived', 'fulfilled', 'noshow', 'not-given'] as const)
      expect(await codeOf(record(deps, status))).toBe('invalid-fields');
    expect(await own(deps)).toMatchObject({ status: 'booked' });
  });
});
