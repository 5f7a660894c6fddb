import { expect, it, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { eraseData } from '#server/features/account/deletion.ts';
import {
  addClosing,
  changeSeries,
  removeClosing,
} from '#server/features/center-administration/edit-center.ts';
import { readOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { beforeTransaction } from '#server/testing/before-transaction.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { moveAppointment } from '../appointments/move.ts';
import { listAppointments } from '../appointments/repository.ts';
import type { Transact } from '../appointments/rules.ts';
import { WHOLE_DAY } from '../centers/days.ts';
import { findCenter } from '../centers/repository.ts';
import {
  addTestCenter,
  coordinator,
  type createCenterDeps,
  findLostSlots,
  openCenterDeps,
  rule,
} from '../centers/testing/center-deps.ts';
import { recordStatus } from '../check-in/status.ts';
import { settleIntent } from '../payments/settle.ts';
import { listDisplaced, resolveDisplaced } from './follow-up.ts';
import {
  acceptMove,
  declineMove,
  describeMoveOffer,
  listOwnDisplacedAppointments,
  removeOldDisplacedAppointments,
} from './rules.ts';
import { spreadOffers } from './spread-offers.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;

onBothDatabases([serverMigrations], (open) => {
  /**
   * Creates a center with donors on a Tuesday, which is then closed. The last donor has not confirmed the
   * address.
   */
  async function createDeps({ donors: count = 3, sendsTexts = false, isPaid = false } = {}) {
    const deps = await openCenterDeps(open, undefined, { sendsTexts });
    const centerId = await addTestCenter(deps, { name: 'Dhaka', series: [{ ...rule, slots: 200 }] });
    const donors: Viewer[] = [];
    for (let n = 1; n <= count; n += 1) {
      const emailVerified = n < count;
      const donor = await addMember(deps.db, `donor-${n}@example.org`, { emailVerified });
      await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday });
      donors.push(donor);
    }
    if (isPaid) await pay(deps, donors[0] as Viewer);
    const closing = { centerId, day: tuesday, ...WHOLE_DAY, message: 'No water' };
    const { closingId } = await addClosing(deps, coordinator, closing, false);
    return {
      ...deps,
      centerId,
      closingId,
      donors: donors as [Viewer, Viewer, Viewer],
    };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  async function pay(deps: ReturnType<typeof createCenterDeps>, donor: Viewer) {
    const [appointment] = await listAppointments(deps.db, donor);
    const intent = deps.provider.put({
      id: 'pi_1',
      clientSecret: '',
      appointmentId: appointment?.id ?? '',
      site: deps.siteId,
      amount: 500,
      currency: 'usd',
      status: 'succeeded',
      paidAt: noon,
      refunded: false,
      refundedAmount: 0,
    });
    await settleIntent(deps, intent, 'browser');
    // Deliver the receipt.
    await deps.deliver();
    deps.emails.length = 0;
  }
  const own = async (deps: Deps, donor: Viewer) => (await listAppointments(deps.db, donor))[0];
  const claimsOf = async (deps: Deps, donor: Viewer, index = 0) => {
    const [closed] = await listOwnDisplacedAppointments(deps, donor);
    return readOfferToken(deps, closed?.slots[index]?.token ?? '');
  };
  const listAffected = (deps: Deps) => listDisplaced(deps, coordinator, deps.centerId);

  const test = testWith(createDeps);

  test('a link moves the appointment to exactly its slot, once, without counting as a late cancellation', async (deps) => {
    const [first] = deps.donors;
    deps.time.now += hours(48);
    const claims = await claimsOf(deps, first, 1);
    expect(await describeMoveOffer(deps, claims)).toMatchObject({
      purpose: 'move',
      state: 'open',
      center: 'Dhaka',
      date: '2026-12-01',
      time: '09:00',
      message: 'No water',
      from: { date: tuesday, time: '09:00' },
      isPaid: false,
      others: [
        { date: wednesday, time: '09:00' },
        { date: '2026-12-01', time: '09:30' },
        { date: '2026-12-02', time: '09:00' },
      ],
    });
    const other = await claimsOf(deps, first);
    const chosen = await Promise.allSettled([claims, claims, other].map((link) => acceptMove(deps, link)));
    expect(chosen.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { day, slot_time: time } = (await own(deps, first)) ?? {};
    expect(await describeMoveOffer(deps, claims)).toMatchObject({
      state: 'used',
      chosen: { date: day, time },
    });
    expect(await codeOf(declineMove(deps, claims))).toBe('already-chosen');
    expect(await deps.db.selectFrom('late_cancellations').selectAll().execute()).toEqual([]);
    expect(await listOwnDisplacedAppointments(deps, first)).toEqual([]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a day without a clinic can be closed for who is booked: they choose another, or it opens again', async (deps) => {
    const friday = '2026-12-04' as Day;
    const donors: Viewer[] = [];
    for (const name of ['early-1', 'early-2']) {
      const donor = await addMember(deps.db, `${name}@example.org`);
      await bookAppointment(deps, donor, { center: 'Rangpur', date: friday });
      donors.push(donor);
    }
    const [first, second] = donors as [Viewer, Viewer];
    const centerId = await addTestCenter(deps, { name: 'Rangpur', series: [rule] });
    await deps.deliver();
    deps.emails.length = 0;
    const close = (day: Day, hours = WHOLE_DAY) =>
      addClosing(deps, coordinator, { centerId, day, ...hours, message: null }, false);
    expect(await codeOf(close('2026-12-05' as Day))).toBe('invalid-fields');
    expect(await codeOf(close(friday, { opens: '09:00', closes: '10:00' }))).toBe('invalid-fields');
    const { closingId, displaced } = await close(friday);
    expect(displaced.map(({ user_id }) => user_id)).toEqual(donors.map(({ userId }) => userId));
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to).sort()).toEqual(donors.map(({ email }) => email).sort());
    expect(await listOwnDisplacedAppointments(deps, second)).toMatchObject([{ from: { date: friday } }]);
    expect(await acceptMove(deps, await claimsOf(deps, first))).toEqual({ success: true });
    expect((await own(deps, first))?.day).not.toBe(friday);
    deps.emails.length = 0;
    await removeClosing(deps, coordinator, { centerId, closingId });
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to)).toEqual([second.email]);
    expect(await listOwnDisplacedAppointments(deps, second)).toEqual([]);
    expect(await listDisplaced(deps, coordinator, centerId)).toMatchObject([
      { state: 'moved' },
      { state: 'restored' },
    ]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('no slot is offered on a day on which the donor has another appointment', async (deps) => {
    const [first] = deps.donors;
    const listOfferedDays = async () =>
      (await listOwnDisplacedAppointments(deps, first))[0]?.slots.map(({ date }) => date);
    expect(await listOfferedDays()).toEqual([wednesday, '2026-12-01', '2026-12-02']);
    const claims = await claimsOf(deps, first, 1);
    await bookAppointment(deps, first, { center: 'Elsewhere', date: '2026-12-01' as Day });
    expect(await listOfferedDays()).toEqual([wednesday, '2026-12-02', '2026-12-08']);
    // Use the link of the earlier email.
    expect(await acceptMove(deps, claims)).toMatchObject({ success: false });
    const { others } = await describeMoveOffer(deps, claims);
    expect(others.map(({ date }) => date)).not.toContain('2026-12-01');
    await deps.deliver();
    const email = deps.emails.find(({ to }) => to === first.email)?.text;
    expect(email).toMatch(/(Come on .*\n.*\n\n){3}/);
    expect(email).not.toContain('Come on December 1');
  });

  test('a deferred donor is offered days from the end of the deferral on, and the coordinator sees the same', async (deps) => {
    const [first] = deps.donors;
    const defer = async (until: string) => {
      await deps.db.deleteFrom('appointments').where('center', '=', 'Elsewhere').execute();
      await bookAppointment(deps, first, { center: 'Elsewhere', date: '2026-11-23' as Day });
      await deps.db
        .updateTable('appointments')
        .set({ status: 'deferred', deferred_until: until as Day })
        .where('center', '=', 'Elsewhere')
        .execute();
    };
    const listOfferedDays = async () =>
      (await listOwnDisplacedAppointments(deps, first))[0]?.slots.map(({ date }) => date);
    await defer('2027-02-28');
    expect(await listOfferedDays()).toEqual(['2027-03-02', '2027-03-03', '2027-03-09']);
    await bookAppointment(deps, first, { center: 'Later', date: '2027-03-03' as Day });
    expect((await listAffected(deps))[0]).toMatchObject({
      earliestDay: '2027-02-28',
      busyDays: ['2027-03-03'],
    });
    await deps.deliver();
    const email = deps.emails.find(({ to }) => to === first.email)?.text;
    expect(email).toContain('March 2, 2027');
    expect(email).not.toMatch(/Come on .*(November|December)/);
    // Days so far ahead cannot be booked.
    await defer('2028-06-01');
    expect(await listOfferedDays()).toEqual([]);
  });

  test('a slot that is taken, a day that was opened again, and a day that is over are told', async (deps) => {
    const [first, second] = deps.donors;
    const claims = await claimsOf(deps, first);
    const closing = {
      centerId: deps.centerId,
      day: wednesday,
      opens: '09:00',
      closes: '09:30',
      message: null,
    };
    await addClosing(deps, coordinator, closing, false);
    expect(await describeMoveOffer(deps, claims)).toMatchObject({ state: 'full' });
    expect(await acceptMove(deps, claims)).toMatchObject({ success: false });
    expect(await own(deps, first)).toMatchObject({ day: tuesday });
    const [next] = (await describeMoveOffer(deps, claims)).others;
    expect(await acceptMove(deps, readOfferToken(deps, next?.token ?? ''))).toEqual({ success: true });
    await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId: deps.closingId });
    const late = readOfferToken(deps, next?.token ?? '');
    expect((await listAffected(deps)).map(({ state }) => state)).toEqual(['moved', 'restored', 'restored']);
    expect(await listOwnDisplacedAppointments(deps, second)).toEqual([]);
    deps.time.now = Date.UTC(2026, 10, 25, 18);
    expect(await codeOf(describeMoveOffer(deps, late))).toBe('link-expired');
  });

  test('a donor of a closed day without arrival times is asked for another, and moves although it is paid', async () => {
    await using deps = await createDeps({ donors: 0 });
    const [series] = (await findCenter(deps.db, deps.centerId))?.series ?? [];
    const { centerId } = deps;
    await changeSeries(deps, coordinator, { centerId, seriesId: series?.id, rule: undefined }, false);
    const donor = await addMember(deps.db, 'late@example.org');
    await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday });
    await pay(deps, donor);
    await changeSeries(deps, coordinator, { centerId, rule }, false);
    expect(await own(deps, donor)).toMatchObject({ slot_time: null });
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to)).toEqual([donor.email]);
    expect(await listAffected(deps)).toMatchObject([{ state: 'waiting', from: { date: tuesday } }]);
    expect(await acceptMove(deps, await claimsOf(deps, donor))).toEqual({ success: true });
    expect(await own(deps, donor)).toMatchObject({ day: wednesday, transaction_id: 'pi_1' });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a paid appointment moves with its payment, or is declined and then refunded once by the coordinator', async () => {
    await using deps = await createDeps({ isPaid: true });
    const [paid, unpaid] = deps.donors;
    const [row] = await listAffected(deps);
    const resolve = (result: 'refunded' | 'called') =>
      resolveDisplaced(deps, coordinator, {
        centerId: deps.centerId,
        affectedId: row?._id ?? '',
        result,
      });
    expect(await codeOf(resolve('refunded'))).toBe('nothing-to-do');
    await declineMove(deps, await claimsOf(deps, paid));
    await declineMove(deps, await claimsOf(deps, unpaid));
    expect(await own(deps, unpaid)).toBeUndefined();
    expect(await own(deps, paid)).toMatchObject({ status: 'cancelled', slot_time: null });
    expect((await listAffected(deps)).map(({ state, isPaid }) => [state, isPaid])).toEqual([
      ['declined', true],
      ['canceled', false],
      ['waiting', false],
    ]);
    const refunds = await Promise.allSettled([resolve('refunded'), resolve('refunded')]);
    expect(refunds.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await deps.deliver();
    expect((await own(deps, paid))?.refunded_at).not.toBeNull();
    expect((await listAffected(deps))[0]).toMatchObject({ state: 'refunded' });
    expect((await deps.takeRecorded()).map(({ action }) => action)).toContain('refund appointment');
    await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId: deps.closingId });
    expect(await own(deps, paid)).toMatchObject({ status: 'cancelled', slot_time: null });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  /** Creates a donor who paid, then declined, and is due a refund. */
  async function createDeclined() {
    const deps = await createDeps({ isPaid: true });
    const [paid] = deps.donors;
    await declineMove(deps, await claimsOf(deps, paid));
    expect((await listAffected(deps))[0]).toMatchObject({ state: 'declined' });
    return { ...deps, paid, id: (await own(deps, paid))?.id ?? '' };
  }

  test('undoing a decline takes the slot again, and nothing if somebody else has it', async () => {
    await using deps = await createDeclined();
    const { id } = deps;
    const at = () => new Date(deps.time.now).toISOString();
    const undo = (operationId: string) =>
      recordStatus(deps, coordinator, id, { status: 'booked', at: at(), operationId });
    expect(await codeOf(undo('while it is closed'))).toBe('slot-taken');
    await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId: deps.closingId });
    await undo('open again');
    expect(await own(deps, deps.paid)).toMatchObject({ status: 'booked', slot_time: '09:00' });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  it.each([
    [
      'the account is deleted',
      (deps: Awaited<ReturnType<typeof createDeclined>>) =>
        deps.db.transaction().execute((trx) => eraseData(deps, trx, deps.paid)),
    ],
    [
      'its row is deleted after 90 days',
      (deps: Awaited<ReturnType<typeof createDeclined>>) =>
        removeOldDisplacedAppointments({ ...deps, clock: () => noon + days(100) }),
    ],
  ])('a promised refund that nobody has ordered is ordered when %s', async (_, remove) => {
    await using deps = await createDeclined();
    await remove(deps);
    await deps.deliver();
    const refunded = deps.db.selectFrom('appointments').select('refunded_at').where('id', '=', deps.id);
    expect(await refunded.executeTakeFirst()).toEqual({ refunded_at: expect.any(Number) });
    expect(
      await deps.db
        .selectFrom('closed_appointments')
        .selectAll()
        .where('appointment_id', '=', deps.id)
        .execute(),
    ).toEqual([]);
  });

  test('of a decline and another choice at once, one succeeds, also for a paid appointment', async () => {
    await using deps = await createDeps({ isPaid: true });
    const [paid] = deps.donors;
    const claims = await claimsOf(deps, paid);
    const id = (await own(deps, paid))?.id ?? '';
    // The appointment is declined between the read and the transaction that moves it.
    const transact: Transact = async (work) => {
      await declineMove(deps, claims).catch(() => {});
      return inTransaction(deps.db, work);
    };
    const request = { day: wednesday, moves: 0 };
    expect(await codeOf(moveAppointment(deps, paid, id, request, transact))).toBe('appointment-canceled');
    expect(await codeOf(acceptMove(deps, claims))).toBe('already-chosen');
    expect(await own(deps, paid)).toMatchObject({ day: tuesday, status: 'cancelled', slot_time: null });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a move to the closed slot itself changes nothing, and says what is free next', async (deps) => {
    const [first] = deps.donors;
    const { id = '' } = (await own(deps, first)) ?? {};
    const closed = { success: false, message: 'Dhaka is closed on November 24, 2026' };
    expect(await moveAppointment(deps, first, id, { day: tuesday })).toMatchObject({
      ...closed,
      nextFree: [wednesday, '2026-12-01', '2026-12-02'],
    });
    const [row] = await listAffected(deps);
    const moved = {
      centerId: deps.centerId,
      affectedId: row?._id ?? '',
      result: 'moved',
      day: tuesday,
    } as const;
    expect(await resolveDisplaced(deps, coordinator, moved)).toMatchObject(closed);
    expect((await listAffected(deps))[0]).toMatchObject({ state: 'waiting' });
  });

  test('closing today asks nobody who has come, or did not', async () => {
    await using deps = await createDeps({ donors: 6 });
    await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId: deps.closingId });
    await deps.deliver();
    deps.emails.length = 0;
    const donors: Viewer[] = deps.donors;
    const record = async (n: number, status: AppointmentStatus) => {
      const { id = '' } = (await own(deps, donors[n] as Viewer)) ?? {};
      const at = new Date(deps.time.now).toISOString();
      await recordStatus(deps, coordinator, id, { status, at, operationId: `${n}-${status}` });
    };
    deps.time.now = Date.UTC(2026, 10, 24, 2);
    for (const [n, status] of (['arrived', 'fulfilled', 'noshow', 'not-given'] as const).entries())
      await record(n, status);
    const closing = { centerId: deps.centerId, day: tuesday, ...WHOLE_DAY, message: null };
    const { closingId, displaced } = await addClosing(deps, coordinator, closing, false);
    expect(displaced).toHaveLength(2);
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to)).toEqual(['donor-5@example.org']);
    await record(4, 'arrived');
    const asked = (await listAffected(deps)).filter((row) => row.closingId === closingId);
    expect(asked.map(({ state, needsCall }) => [state, needsCall])).toEqual([
      ['recorded', false],
      ['waiting', true],
    ]);
    expect(await listOwnDisplacedAppointments(deps, donors[4] as Viewer)).toEqual([]);
  });

  test('an unconfirmed address is listed for a call at once, the others after a day; a call is recorded', async () => {
    await using deps = await createDeps({ sendsTexts: true });
    const changed = { isConfirmed: true, email: 'changed@example.org' };
    deps.accounts.changed.set(deps.donors[1].userId, changed);
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to).sort()).toEqual([changed.email, 'donor-1@example.org']);
    expect(deps.texts).toHaveLength(2);
    expect(deps.emails[0]?.text).toMatch(/(Come on .*\n.*\n\n){3}If you cannot come on another day/);
    expect(deps.texts[0]?.text).toMatch(
      /^Blood Buddies: Dhaka is closed on November 24, 2026\.(.*\n.*#m\.){3}/s,
    );
    const wereEmailed = (await listAffected(deps)).map(({ notifiedAt }) => notifiedAt !== undefined);
    expect(wereEmailed).toEqual([true, true, false]);
    const listCalls = async () =>
      (await listAffected(deps)).map(({ needsCall, phone }) => [needsCall, phone !== undefined]);
    expect(await listCalls()).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    expect((await deps.takeRecorded()).at(-1)).toMatchObject({
      action: 'view closings',
      people: { length: 3 },
    });
    const third = (await listAffected(deps))[2];
    const resolve = (
      change: { result: 'called' | 'moved'; day?: Day; time?: string },
      centerId = deps.centerId,
    ) => resolveDisplaced(deps, coordinator, { centerId, affectedId: third?._id ?? '', ...change });
    await resolve({ result: 'called' });
    expect(await codeOf(resolve({ result: 'called' }, 'other'))).toBe('not-found');
    deps.time.now += hours(24);
    expect(await listCalls()).toEqual([
      [true, true],
      [true, true],
      // The phone number stays, because the call may not have been answered.
      [false, true],
    ]);
    await resolve({ result: 'moved', day: wednesday, time: '09:30' });
    expect((await listAffected(deps))[2]).toMatchObject({
      state: 'moved',
      movedTo: { date: wednesday, time: '09:30' },
    });
    expect(await codeOf(resolve({ result: 'called' }))).toBe('nothing-to-do');
  });

  test('without an email server everybody is listed for a call at once, and nobody counts as emailed', async (deps) => {
    deps.emailServer.isSet = false;
    await deps.deliver();
    const people = await listAffected(deps);
    expect(people).toHaveLength(3);
    for (const person of people) {
      expect(person).toMatchObject({ state: 'waiting', needsCall: true, phone: '01712345678' });
      expect(person.notifiedAt).toBeUndefined();
    }
  });

  test('a coordinator who moves an appointment that its donor cancels is told that there is nothing to do', async () => {
    await using deps = await createDeps({ donors: 1 });
    const [row] = await listAffected(deps);
    const claims = await claimsOf(deps, deps.donors[0]);
    const { centerId } = deps;
    const db = beforeTransaction(deps.db, () => declineMove(deps, claims));
    const move = { result: 'moved', day: wednesday, time: '09:30' } as const;
    const target = { centerId, affectedId: row?._id ?? '' };
    expect(await codeOf(resolveDisplaced({ ...deps, db }, coordinator, { ...target, ...move }))).toBe(
      'nothing-to-do',
    );
  });

  test('a closing with 200 booked notifies each confirmed donor once', async () => {
    await using deps = await createDeps({ donors: 200 });
    await deps.deliver();
    expect(deps.emails).toHaveLength(199);
  });
});

test('each donor is offered three days near the booked time, spread by the room that each slot has', () => {
  const days = [tuesday, wednesday, '2026-12-01', '2026-12-02'] as Day[];
  const free = days.flatMap((day) => ['09:00', '09:30', '10:00'].map((time) => ({ day, time, free: 2 })));
  const offers = spreadOffers(free, Array(9).fill({ time: '10:00' }));
  const first = offers.map(([slot]) => `${slot?.day} ${slot?.time}`);
  expect(offers[0]).toEqual(days.slice(0, 3).map((day) => ({ day, time: '10:00' })));
  expect(first.slice(0, 8)).toEqual(
    [`${tuesday} 10:00`, `${tuesday} 09:30`, `${tuesday} 09:00`, `${wednesday} 10:00`].flatMap((slot) => [
      slot,
      slot,
    ]),
  );
  expect(new Set(offers.map((slots) => new Set(slots.map(({ day }) => day)).size))).toEqual(new Set([3]));
  const oneDay = free.slice(0, 3);
  expect(spreadOffers(oneDay, [{ time: '09:40' }])[0]?.map(({ time }) => time)).toEqual([
    '09:30',
    '10:00',
    '09:00',
  ]);
  expect(spreadOffers(oneDay, Array(7).fill({ time: '' }))[6]).toHaveLength(3);
  expect(spreadOffers([], [{ time: '' }])).toEqual([[]]);
});
