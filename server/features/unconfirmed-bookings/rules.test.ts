import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { readOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { moveAppointment } from '../appointments/move.ts';
import { listAppointments } from '../appointments/repository.ts';
import { toAppointment } from '../appointments/serialize.ts';
import {
  addTestCenter,
  coordinator,
  findLostSlots,
  openCenterDeps,
  rule,
} from '../centers/testing/center-deps.ts';
import { recordStatus } from '../check-in/status.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { openPayment } from '../payments/open-payment.ts';
import { bookAgain, describeBookAgainOffer } from './book-again.ts';
import {
  cancelOverdueBookings,
  confirmationDeadline,
  describeOwnBookings,
  type OwnBooking,
  removeOldBookings,
} from './rules.ts';
import { cancelUnconfirmed, listForCoordinator } from './staff.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;

test('there is a day to confirm the address, or half of the time until the slot, but at least two hours', () => {
  expect(confirmationDeadline(noon + hours(100), noon)).toBe(noon + hours(24));
  expect(confirmationDeadline(noon + hours(20), noon)).toBe(noon + hours(10));
  // PostgreSQL rejects a fraction of a millisecond.
  expect(confirmationDeadline(noon + hours(20) + 1, noon)).toBe(noon + hours(10));
  expect(confirmationDeadline(noon + hours(3), noon)).toBe(noon + hours(2));
  // The slot begins before two hours have passed, so the deadline is its beginning.
  expect(confirmationDeadline(noon + hours(1), noon)).toBe(noon + hours(1));
  expect(confirmationDeadline(noon - hours(1), noon)).toBe(noon);
});

onBothDatabases([serverMigrations], (open) => {
  /**
   * Creates a center with one slot on a Tuesday and a Wednesday, and a member who has not confirmed the
   * address.
   */
  async function createDeps() {
    const center = await openCenterDeps(open);
    const series = [{ ...rule, closes: '09:30', slots: 1 }];
    const centerId = await addTestCenter(center, { name: 'Dhaka', series });
    const donor = await addMember(center.db, 'donor@example.org', { emailVerified: false });
    const deps = {
      ...center,
      centerId,
      donor,
      setConfirmed: (emailVerified: boolean) =>
        center.db
          .updateTable('users')
          .set({ email_verified_at: emailVerified ? noon : null })
          .where('id', '=', donor.userId)
          .execute(),
    };
    await center.takeRecorded();
    return deps;
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const book = (deps: Deps, date = tuesday, viewer: Viewer = deps.donor) =>
    bookAppointment(deps, viewer, { center: 'Dhaka', date });
  const own = async (deps: Deps) => listAppointments(deps.db, deps.donor);
  const statuses = async (deps: Deps) => (await own(deps)).map(({ status }) => status);
  const runJob = async (deps: Deps) => {
    await cancelOverdueBookings(deps);
    await deps.deliver();
    return deps.emails.splice(0);
  };
  const described = async (deps: Deps) => {
    const appointments = await own(deps);
    const found = await describeOwnBookings(deps, deps.donor, appointments);
    return appointments.map(({ id }) => found.get(id) ?? {});
  };
  const claimsOf = async (deps: Deps) => {
    const [{ bookAgainToken = '' } = {}]: OwnBooking[] = await described(deps);
    return readOfferToken(deps, bookAgainToken);
  };

  const test = testWith(createDeps);

  test('a slot is canceled a day after it was booked, with one email and a link that books it again, once', async (deps) => {
    await book(deps);
    await book(deps, wednesday);
    const confirmBy = new Date(noon + hours(24)).toISOString();
    expect(await described(deps)).toEqual([{ confirmBy }, { confirmBy }]);
    deps.time.now += hours(24) - 1;
    expect(await runJob(deps)).toEqual([]);
    deps.time.now += 1;
    const [email, ...others] = await runJob(deps);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: 'donor@example.org' });
    expect(email?.text.match(/\/slot-offer#b\./g)).toHaveLength(2);
    expect(await statuses(deps)).toEqual(['cancelled', 'cancelled']);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await runJob(deps)).toEqual([]);

    const claims = await claimsOf(deps);
    expect(await describeBookAgainOffer(deps, claims)).toMatchObject({ state: 'open', date: tuesday });
    const taps = await Promise.allSettled([1, 2].map(() => bookAgain(deps, claims)));
    const succeeded = taps.filter((tap) => tap.status === 'fulfilled' && tap.value.success);
    expect(succeeded).toHaveLength(1);
    expect(await statuses(deps)).toEqual(['booked', 'cancelled']);
    expect(await describeBookAgainOffer(deps, claims)).toMatchObject({ state: 'used' });
    expect(await findLostSlots(deps.db)).toEqual([]);
    // The appointment that is booked again waits for a confirmed address again.
    deps.time.now += hours(20);
    expect(await runJob(deps)).toHaveLength(1);
    expect(await statuses(deps)).toEqual(['cancelled', 'cancelled']);
    await deps.setConfirmed(true);
    await bookAgain(deps, claims);
    deps.time.now += hours(15);
    expect(await runJob(deps)).toEqual([]);
    expect(await statuses(deps)).toEqual(['booked', 'cancelled']);
  });

  test('a slot that is moved to an earlier time must be confirmed as early as one that is booked then', async (deps) => {
    const from = Date.UTC(2026, 10, 24, 3);
    deps.time.now = from - hours(12);
    const id = await book(deps, '2026-12-22' as Day);
    await moveAppointment(deps, deps.donor, id, { day: tuesday });
    const confirmBy = (now: number) => [{ confirmBy: new Date(now).toISOString() }];
    expect(await described(deps)).toEqual(confirmBy(from - hours(6)));
    await moveAppointment(deps, deps.donor, id, { day: '2026-12-22' as Day });
    expect(await described(deps)).toEqual(confirmBy(from - hours(6)));
  });

  test('nothing is canceled that is confirmed, paid, recorded, or has begun, and none of free text', async (deps) => {
    const id = await book(deps);
    await bookAppointment(deps, deps.donor, { center: 'Square Hospital', date: wednesday });
    await deps.setConfirmed(true);
    deps.time.now += hours(24);
    expect(await runJob(deps)).toEqual([]);
    expect(await statuses(deps)).toEqual(['booked', 'booked']);

    const others = [];
    for (const n of [1, 2])
      others.push(await addMember(deps.db, `other-${n}@example.org`, { emailVerified: false }));
    await deps.setConfirmed(false);
    const [paying, late] = others as [Viewer, Viewer];
    const paid = await book(deps, wednesday, paying);
    const money = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon };
    await deps.db.transaction().execute((trx) => markPaid(trx, paid, money));
    deps.time.now += hours(24);
    expect(await runJob(deps)).toEqual([]);
    // Another member books half an hour before the slot begins.
    await moveAppointment(deps, deps.donor, id, { day: '2026-12-01' as Day });
    deps.time.now = Date.UTC(2026, 10, 24, 2, 30);
    await book(deps, tuesday, late);
    deps.time.now += minutes(30);
    expect(await runJob(deps)).toEqual([]);
    expect(await listAppointments(deps.db, late)).toMatchObject([{ status: 'booked' }]);
    expect(await deps.db.selectFrom('unconfirmed_bookings').selectAll().execute()).toEqual([]);
  });

  test('a slot stays while its payment may still succeed, and is looked at again an hour later', async (deps) => {
    const id = await book(deps);
    await openPayment(deps, id);
    deps.time.now += hours(24);
    const byCoordinator = () => cancelUnconfirmed(deps, coordinator, { centerId: deps.centerId, ids: [id] });
    for (const setState of [deps.provider.setProcessing, deps.provider.setUnavailable]) {
      setState(true);
      expect(await runJob(deps)).toEqual([]);
      expect(await cancelOverdueBookings(deps)).toBe(0);
      expect(await byCoordinator()).toBe(0);
      expect(await statuses(deps)).toEqual(['booked']);
      setState(false);
      deps.time.now += hours(1);
    }
    expect(await runJob(deps)).toHaveLength(1);
    expect(await statuses(deps)).toEqual(['cancelled']);
  });

  test('without an email server nothing is canceled, and neither donor nor coordinator is shown a date', async (deps) => {
    await book(deps);
    deps.emailServer.isSet = false;
    expect(await described(deps)).toEqual([{}]);
    const [listed] = await listForCoordinator(deps, coordinator, deps.centerId);
    expect(listed).toMatchObject({ date: tuesday });
    expect(listed).not.toHaveProperty('confirmBy');
    deps.time.now += hours(24);
    expect(await runJob(deps)).toEqual([]);
    expect(await statuses(deps)).toEqual(['booked']);
  });

  test('the reason of the cancellation stays with the appointment, until its center decides otherwise', async (deps) => {
    const id = await book(deps);
    const reason = async () => (await own(deps)).map((row) => toAppointment(row).cancellationReason);
    const record = (status: 'booked' | 'cancelled') => {
      deps.time.now += 1;
      const at = new Date(deps.time.now).toISOString();
      return recordStatus(deps, coordinator, id, { status, at, operationId: `${status} ${at}` });
    };
    expect(await reason()).toEqual([undefined]);
    deps.time.now += hours(24);
    await runJob(deps);
    const claims = await claimsOf(deps);
    deps.time.now += days(500);
    await removeOldBookings(deps.db, deps.time.now);
    expect(await reason()).toEqual(['address-unconfirmed']);
    deps.time.now -= days(500);
    await record('booked');
    await record('cancelled');
    expect(await reason()).toEqual(['center']);
    expect(await describeBookAgainOffer(deps, claims)).toMatchObject({ state: 'gone' });
    expect(await described(deps)).toEqual([{}]);
  });

  test('the address that the identity provider has now decides, and gets the email', async (deps) => {
    await book(deps);
    const setAddress = (email: string, isConfirmed: boolean) =>
      deps.accounts.changed.set(deps.donor.userId, { email, isConfirmed });
    setAddress('confirmed@example.org', true);
    expect(await described(deps)).toEqual([{}]);
    await book(deps, wednesday);
    setAddress('changed@example.org', false);
    deps.time.now += hours(24);
    expect(await runJob(deps)).toMatchObject([{ to: 'changed@example.org' }]);
    expect(await statuses(deps)).toEqual(['cancelled', 'booked']);
  });

  test('a slot that another donor has now is not booked again, nor one that the center has canceled since', async (deps) => {
    const id = await book(deps);
    deps.time.now += hours(24);
    await runJob(deps);
    const claims = await claimsOf(deps);
    const other = await addMember(deps.db, 'other@example.org');
    const reserved = await book(deps, tuesday, other);
    expect(await describeBookAgainOffer(deps, claims)).toMatchObject({ state: 'full' });
    expect(await bookAgain(deps, claims)).toMatchObject({ success: false });
    await moveAppointment(deps, other, reserved, { day: wednesday });
    expect(await bookAgain(deps, claims)).toEqual({ success: true });
    const at = new Date(deps.time.now).toISOString();
    await recordStatus(deps, coordinator, id, { status: 'cancelled', at, operationId: 'op' });
    expect(await describeBookAgainOffer(deps, claims)).toMatchObject({ state: 'gone' });
    expect(await codeOf(bookAgain(deps, claims))).toBe('already-chosen');
  });

  test('a coordinator lists the unconfirmed slots of a center and cancels them in one step, each recorded', async (deps) => {
    const [tuesdays, wednesdays] = [await book(deps), await book(deps, wednesday)];
    const confirmed = await addMember(deps.db, 'confirmed@example.org');
    await book(deps, '2026-12-01' as Day, confirmed);
    const confirmBy = new Date(noon + hours(24)).toISOString();
    const listed = await listForCoordinator(deps, coordinator, deps.centerId);
    expect(listed).toEqual([
      { _id: tuesdays, name: 'Rahim Uddin', date: tuesday, time: '09:00', phoneEnd: '5678', confirmBy },
      { _id: wednesdays, name: 'Rahim Uddin', date: wednesday, time: '09:00', phoneEnd: '5678', confirmBy },
    ]);
    const cancel = (centerId: string) =>
      cancelUnconfirmed(deps, coordinator, { centerId, ids: [tuesdays, wednesdays, 'unknown'] });
    expect(await cancel('another')).toBe(0);
    const counts = await Promise.all([cancel(deps.centerId), cancel(deps.centerId)]);
    expect(counts.toSorted()).toEqual([0, 2]);
    const people = [deps.donor.userId];
    expect(await deps.takeRecorded()).toMatchObject([
      { action: 'view unconfirmed', people },
      { action: 'cancel unconfirmed', people },
    ]);
    await deps.deliver();
    expect(deps.emails).toHaveLength(1);
    expect(await listForCoordinator(deps, coordinator, deps.centerId)).toEqual([]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });
});
