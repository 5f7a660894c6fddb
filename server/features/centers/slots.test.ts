import { expect } from 'vitest';
import { centerKey } from '#contract/center-key.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import { anonymizePaid, listAppointments } from '#server/features/appointments/repository.ts';
import {
  cancelAllUnpaid,
  cancelAppointment,
  requestAppointment,
} from '#server/features/appointments/rules.ts';
import { changeCenter, changeSeries } from '#server/features/center-administration/edit-center.ts';
import { ruleRevision } from '#server/features/center-administration/rule-key.ts';
import { markPaid } from '#server/features/payments/appointment-repository.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addMember, filledForm, noon } from '#server/testing/people.ts';
import { listCenterDays } from './days.ts';
import { linkLateBookings } from './link-late-bookings.ts';
import { findCenter } from './repository.ts';
import * as slots from './slots.ts';
import { addTestCenter, coordinator, findLostSlots, openCenterDeps, rule } from './testing/center-deps.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;
const thursday = '2026-11-26' as Day;

onBothDatabases([serverMigrations], (open) => {
  const createDeps = () => openCenterDeps(open);
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const addMembers = (deps: Deps, count: number): Promise<Viewer[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => addMember(deps.db, `donor-${n}@example.org`)));
  const book = (deps: Deps, viewer: Viewer, fields: { center?: string; date?: Day; time?: string } = {}) =>
    requestAppointment(deps, viewer, filledForm({ center: 'Dhaka', date: tuesday, ...fields }));
  /** Stores the center only as text, like a booking made while the center was being added or renamed. */
  async function bookAsText(deps: Deps, viewer: Viewer, center: string): Promise<void> {
    await book(deps, viewer, { center: 'Elsewhere' });
    await deps.db
      .updateTable('appointments')
      .set({ center, center_key: centerKey(center) })
      .where('user_id', '=', viewer.userId)
      .execute();
  }
  const setSeries = (deps: Deps, change: Parameters<typeof changeSeries>[2]) =>
    changeSeries(deps, coordinator, change, false);
  const dayOf = async (deps: Deps, id: string, day: Day, now = noon) => {
    const center = await findCenter(deps.db, id);
    const [found] = center ? await listCenterDays(deps.db, center, { from: day, to: day, now }) : [];
    return found;
  };

  const test = testWith(createDeps);

  test('20 donors at once get 4 slots; the others learn which days are free next; canceling frees one', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    const members = await addMembers(deps, 20);
    const results = await Promise.all(members.map((member) => book(deps, member, { center: ' DHAKA ' })));
    const booked = results.flatMap((result, n) => (result.success ? [n] : []));
    expect(booked).toHaveLength(4);
    expect(results.find(({ success }) => !success)).toEqual({
      success: false,
      message: 'Dhaka is full on November 24, 2026',
      nextFree: [wednesday, '2026-12-01', '2026-12-02'],
    });
    expect(await findLostSlots(deps.db)).toEqual([]);
    const full = await dayOf(deps, id, tuesday);
    expect(full).toMatchObject({
      open: true,
      capacity: 4,
      free: 0,
      intervals: [
        { time: '09:00', free: 0 },
        { time: '09:30', free: 0 },
      ],
    });

    // A time that has passed is not full.
    const begun = await dayOf(deps, id, tuesday, Date.parse('2026-11-24T03:10Z'));
    expect(begun?.intervals).toEqual([
      { time: '09:00', free: 0, isOver: true },
      { time: '09:30', free: 0 },
    ]);

    const winner = members[booked[0] as number] as Viewer;
    const [appointment] = await listAppointments(deps.db, winner);
    expect(appointment).toMatchObject({ center: ' DHAKA ', center_id: id });
    await cancelAppointment(deps, winner, appointment?.id ?? '');
    expect(await dayOf(deps, id, tuesday)).toMatchObject({ free: 1 });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a member has at most five slots at centers, also with ten requests at once; only open ones count', async (deps) => {
    const [viewer] = (await addMembers(deps, 1)) as [Viewer];
    await addTestCenter(deps, { name: 'Dhaka' });
    await book(deps, viewer, { center: 'Square Hospital', date: thursday });
    const tuesdays = Array.from({ length: 10 }, (_, week) => utcDay(Date.parse(tuesday) + days(7 * week)));
    const results = await Promise.all(tuesdays.map((date) => book(deps, viewer, { date })));
    const tooMany = {
      success: false,
      message: 'You have 5 appointments at donation centers. Cancel one, or wait until one is over',
      limit: 5,
    };
    expect(results.filter(({ success }) => !success)).toEqual(Array(5).fill(tooMany));
    expect(await findLostSlots(deps.db)).toEqual([]);
    const booked = (await listAppointments(deps.db, viewer)).filter(({ center_id }) => center_id !== null);
    expect(booked).toHaveLength(5);
    const { id, day: first } = booked[0] ?? { id: '', day: tuesday };
    // At the limit, a taken day is still reported as taken, and appointments can move.
    expect(await book(deps, viewer, { date: first })).toMatchObject({
      message: expect.stringContaining('Already Have'),
    });
    const free = tuesdays.find((day) => booked.every((appointment) => appointment.day !== day)) as Day;
    expect(await moveAppointment(deps, viewer, id, { day: free })).toEqual({ success: true });
    expect(await book(deps, viewer, { date: wednesday })).toEqual(tooMany);
    // Claimed walk-ins and days that are over do not count.
    await deps.db.updateTable('appointments').set({ walk_in: 'placed' }).where('id', '=', id).execute();
    expect(await book(deps, viewer, { date: wednesday })).toMatchObject({ success: true });
    expect(await book(deps, viewer, { date: first })).toEqual(tooMany);
    deps.time.now += days(7);
    expect(await book(deps, viewer, { date: utcDay(Date.parse(wednesday) + days(14)) })).toMatchObject({
      success: true,
    });
  });

  test('a taken day comes first, and a repeated key gets its first response on a day that is full now', async (deps) => {
    await addTestCenter(deps, {
      name: 'Dhaka',
      series: [{ ...rule, intervalMinutes: undefined, slots: 1 }],
    });
    const viewer = await addMember(deps.db);
    const fields = filledForm({ center: 'Dhaka', date: tuesday });
    const key = readRequestKey('one', fields);
    const first = await requestAppointment(deps, viewer, fields, key);
    expect(first).toMatchObject({ success: true });
    expect(await requestAppointment(deps, viewer, fields, key)).toEqual(first);
    expect(await book(deps, viewer)).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 24, 2026",
    });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a time is exactly that time: unknown is 422, full is full; without one, the first free', async (deps) => {
    await addTestCenter(deps, { name: 'Dhaka' });
    const [a, b, c, d] = (await addMembers(deps, 4)) as [Viewer, Viewer, Viewer, Viewer];
    expect(await codeOf(book(deps, a, { time: '09:15' }))).toBe('invalid-fields');
    for (const member of [a, b])
      expect(await book(deps, member, { time: '09:30' })).toMatchObject({ success: true });
    expect(await book(deps, c, { time: '09:30' })).toMatchObject({
      success: false,
      message: 'Dhaka is full on November 24, 2026 at 09:30',
      nextFree: [tuesday, wednesday, '2026-12-01'],
    });
    await book(deps, d);
    expect((await listAppointments(deps.db, d))[0]).toMatchObject({ slot_time: '09:00' });
    expect(await book(deps, c, { date: thursday })).toEqual({
      success: false,
      message: 'Dhaka is closed on November 26, 2026',
      nextFree: ['2026-12-01', '2026-12-02', '2026-12-08'],
    });
    // 9:10 in Dhaka.
    deps.time.now = Date.UTC(2026, 10, 24, 3, 10);
    expect(await book(deps, c, { time: '09:00' })).toMatchObject({
      message: 'Dhaka is no longer open on November 24, 2026 at 09:00',
      nextFree: [wednesday, '2026-12-01', '2026-12-02'],
    });
  });

  test('a day of the center is a day in its time zone', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    const [a, b] = (await addMembers(deps, 2)) as [Viewer, Viewer];
    // At 9:10 in Dhaka, the first interval has begun.
    deps.time.now = Date.UTC(2026, 10, 24, 3, 10);
    await book(deps, a);
    expect((await listAppointments(deps.db, a))[0]).toMatchObject({ slot_time: '09:30' });
    deps.time.now = Date.UTC(2026, 10, 24, 3, 30);
    expect(await book(deps, b)).toMatchObject({ success: false });
    const center = await findCenter(deps.db, id);
    const [day] = center
      ? await listCenterDays(deps.db, center, { from: tuesday, to: tuesday, now: deps.clock() })
      : [];
    expect(day).toMatchObject({ open: false, free: 0, capacity: 4 });
  });

  test('moves take and release slots; moves in opposite directions all end', async (deps) => {
    await addTestCenter(deps, { name: 'Dhaka' });
    const members = await addMembers(deps, 8);
    for (const [n, member] of members.entries())
      expect(await book(deps, member, { date: n % 2 ? tuesday : wednesday })).toMatchObject({
        success: true,
      });
    const [first] = members as [Viewer];
    const [own] = await listAppointments(deps.db, first);
    expect(await moveAppointment(deps, first, own?.id ?? '', { day: tuesday })).toMatchObject({
      success: false,
      message: 'Dhaka is full on November 24, 2026',
    });
    await cancelAppointment(
      deps,
      members[1] as Viewer,
      (await listAppointments(deps.db, members[1] as Viewer))[0]?.id ?? '',
    );
    await Promise.all(
      members.map(async (member, n) => {
        const [appointment] = await listAppointments(deps.db, member);
        if (appointment)
          await moveAppointment(deps, member, appointment.id, { day: n % 2 ? wednesday : tuesday });
      }),
    );
    expect(await findLostSlots(deps.db)).toEqual([]);
    const rows = await deps.db.selectFrom('slots').selectAll().execute();
    expect(rows.every(({ reserved, capacity }) => reserved <= capacity)).toBe(true);

    const [again] = await listAppointments(deps.db, first);
    const [id, day] = [again?.id ?? '', again?.day as Day];
    const time = again?.slot_time === '09:00' ? '09:30' : '09:00';
    const moved = await moveAppointment(deps, first, id, { day, time });
    if (moved.success) expect((await listAppointments(deps.db, first))[0]).toMatchObject({ slot_time: time });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('deleting an account releases its slots, also those of paid appointments', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    const viewer = await addMember(deps.db);
    for (const date of [tuesday, wednesday]) await book(deps, viewer, { date });
    const [paid] = await listAppointments(deps.db, viewer);
    await deps.db.transaction().execute(async (trx) => {
      await markPaid(trx, paid?.id ?? '', { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon });
      const unpaid = await cancelAllUnpaid(trx, deps, viewer);
      for (const row of [...unpaid, ...(await anonymizePaid(trx, viewer, 'removed-1'))])
        await slots.releaseAppointmentSlot(deps, trx, row);
    });
    const expectAllFree = async () => {
      expect(await findLostSlots(deps.db)).toEqual([]);
      for (const day of [tuesday, wednesday]) expect(await dayOf(deps, id, day)).toMatchObject({ free: 4 });
    };
    await expectAllFree();
    // A later change of the center must not give a slot to the anonymized appointment.
    await linkLateBookings(deps);
    const seriesId = (await findCenter(deps.db, id))?.series[0]?.id ?? '';
    const { displaced } = await setSeries(deps, { centerId: id, seriesId, rule });
    expect(displaced).toEqual([]);
    await expectAllFree();
  });

  test('a center without a series books like free text; a series adopts, over its capacity if need be', async (deps) => {
    const [early, ...members] = (await addMembers(deps, 7)) as [Viewer, ...Viewer[]];
    await book(deps, early, { center: 'dhaka' });
    expect((await listAppointments(deps.db, early))[0]).toMatchObject({ center_id: null, slot_time: null });
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    expect((await listAppointments(deps.db, early))[0]).toMatchObject({ center_id: id, slot_time: null });
    expect(await deps.takeRecorded()).toEqual([
      { action: 'add center', people: [early.userId], centerId: id },
    ]);
    for (const member of members) expect(await book(deps, member)).toMatchObject({ success: true });
    await book(deps, early, { date: thursday });
    const preview = await changeSeries(deps, coordinator, { centerId: id, rule }, true);
    expect((await findCenter(deps.db, id))?.series).toEqual([]);
    const { displaced } = await setSeries(deps, { centerId: id, rule });
    expect(displaced).toEqual(preview.displaced);
    expect(displaced.map(({ reason, day }) => [reason, day])).toEqual([
      ['full', tuesday],
      ['full', tuesday],
      ['full', tuesday],
      ['no-clinic', thursday],
    ]);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await dayOf(deps, id, tuesday)).toMatchObject({ free: 0, capacity: 4 });
    const added = (await deps.takeRecorded()).at(-1);
    expect(added).toMatchObject({ action: 'add series' });
    expect(added?.people).toHaveLength(4);
  });

  test('on its day a series gives donors a time that has not begun; who is at the center takes no slot', async (deps) => {
    const [first, arrived] = (await addMembers(deps, 2)) as [Viewer, Viewer];
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    for (const member of [first, arrived]) await book(deps, member);
    const { id: arrivedId = '' } = (await listAppointments(deps.db, arrived))[0] ?? {};
    await deps.db
      .updateTable('appointments')
      .set({ status: 'arrived' })
      .where('id', '=', arrivedId)
      .execute();
    // 9:10 in Dhaka.
    deps.time.now = Date.UTC(2026, 10, 24, 3, 10);
    const { displaced } = await setSeries(deps, { centerId: id, rule });
    expect(displaced).toEqual([]);
    expect((await listAppointments(deps.db, first))[0]).toMatchObject({ slot_time: '09:30' });
    expect((await listAppointments(deps.db, arrived))[0]).toMatchObject({ slot_time: null });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a booking that was committed just after its center was added belongs to it', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    await bookAsText(deps, viewer, 'Dhaka');
    await linkLateBookings(deps);
    expect((await listAppointments(deps.db, viewer))[0]).toMatchObject({ center_id: id });
  });

  test('without such a booking, the job leaves the appointments of changed centers alone', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    await book(deps, await addMember(deps.db));
    // If the job synced the center, it would correct the capacity.
    await deps.db.updateTable('slots').set({ capacity: 99 }).where('center_id', '=', id).execute();
    await linkLateBookings(deps);
    const slots = await deps.db.selectFrom('slots').select('capacity').distinct().execute();
    expect(slots).toEqual([{ capacity: 99 }]);
  });

  test('a change of a series that another coordinator has changed meanwhile is refused', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    const { seriesId } = await setSeries(deps, { centerId: id, rule });
    const change = (changed: Partial<typeof rule>, revision = ruleRevision(rule)) =>
      setSeries(deps, { centerId: id, seriesId, rule: { ...rule, ...changed }, revision });
    await change({ exceptions: [tuesday] });
    expect(await codeOf(change({ slots: 3 }))).toBe('changed-meanwhile');
    expect((await dayOf(deps, id, tuesday))?.open ?? false).toBe(false);
    await change({ slots: 3 }, ruleRevision({ ...rule, exceptions: [tuesday] }));
    expect(await dayOf(deps, id, tuesday)).toMatchObject({ open: true });
  });

  test('a repeated request for a series adds no second one', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    const [first, second] = [rule, { ...rule, weekdays: [3, 2] }].map((changed) =>
      setSeries(deps, { centerId: id, rule: changed }),
    );
    const seriesId = (await first)?.seriesId;
    expect((await second)?.seriesId).toBe(seriesId);
    expect(await dayOf(deps, id, tuesday)).toMatchObject({ capacity: 4 });
    const other = await setSeries(deps, { centerId: id, rule: { ...rule, slots: 1 } });
    const same = { centerId: id, seriesId: other.seriesId, rule };
    expect(await codeOf(changeSeries(deps, coordinator, same, false))).toBe('invalid-fields');
    expect(await dayOf(deps, id, tuesday)).toMatchObject({ capacity: 6 });
  });

  test('a day has at most 300 arrival times; a center that has more keeps them', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka', series: [] });
    const fiveMinutes = { ...rule, opens: '00:00', closes: '24:00', intervalMinutes: 5 };
    const between = { ...fiveMinutes, opens: '00:01', closes: '01:01' };
    const change = (changed: typeof rule, seriesId?: string) =>
      setSeries(deps, { centerId: id, seriesId, rule: changed });
    await change(fiveMinutes);
    const { seriesId } = await change(between);
    const more = { ...between, closes: '01:06' };
    expect(await codeOf(change(more, seriesId))).toBe('invalid-fields');
    expect(await codeOf(change({ ...between, opens: '02:02', closes: '02:07' }))).toBe('invalid-fields');
    expect((await dayOf(deps, id, tuesday))?.intervals).toHaveLength(300);
    // Other weekdays, and days after the last day of a series, have their own times.
    await change({ ...more, weekdays: [4], until: '2026-12-31' as Day });
    await change({ ...fiveMinutes, weekdays: [4], from: '2027-01-01' as Day });

    // A site of an earlier version may have stored more arrival times.
    const stored = { ...more, closes: '02:01' };
    await deps.db
      .updateTable('center_series')
      .set({ rule: JSON.stringify(stored) })
      .where('id', '=', seriesId)
      .execute();
    await change({ ...stored, slots: 7 }, seriesId);
    expect((await dayOf(deps, id, tuesday))?.intervals).toHaveLength(312);
    expect(await codeOf(change({ ...stored, closes: '02:06' }, seriesId))).toBe('invalid-fields');
  });

  test('changes of a series apply to used days, while donors book them', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    const { series } = (await findCenter(deps.db, id)) ?? { series: [] };
    const seriesId = series[0]?.id ?? '';
    const members = await addMembers(deps, 12);
    await Promise.all([
      ...members.map((member) => book(deps, member)),
      setSeries(deps, { centerId: id, seriesId, rule: { ...rule, slots: 3 } }),
      setSeries(deps, { centerId: id, rule: { ...rule, opens: '13:00', closes: '14:00' } }),
    ]);
    const { displaced } = await setSeries(deps, { centerId: id, seriesId, rule: { ...rule, slots: 1 } });
    expect(await findLostSlots(deps.db)).toEqual([]);
    const rows = await deps.db.selectFrom('slots').selectAll().execute();
    const excess = rows.reduce((sum, { reserved, capacity }) => sum + Math.max(0, reserved - capacity), 0);
    expect(displaced).toHaveLength(excess);
    const removed = await setSeries(deps, { centerId: id, seriesId, rule: undefined });
    expect(removed.displaced.every(({ reason }) => reason === 'closed')).toBe(true);
  });

  test('the time zone of a center is stored with its usual capitals', async (deps) => {
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    for (const [timeZone, stored] of [
      ['Asia/Kolkata', 'Asia/Kolkata'],
      ['aSIA/dhaka', 'Asia/Dhaka'],
    ] as const) {
      await changeCenter(deps, coordinator, id, { name: 'Dhaka', address: 'Dhaka', timeZone });
      expect((await findCenter(deps.db, id))?.time_zone).toBe(stored);
    }
  });

  test('a renamed center keeps its appointments, and adopts none that were booked under its new name', async (deps) => {
    const [a, b, c] = (await addMembers(deps, 3)) as [Viewer, Viewer, Viewer];
    const id = await addTestCenter(deps, { name: 'Dhaka' });
    const sylhet = await addTestCenter(deps, { name: 'Sylhet' });
    await book(deps, a);
    await book(deps, b, { center: 'Khulna' });
    const fields = { name: 'Khulna', address: 'Khulna', timeZone: 'Asia/Dhaka' };
    expect(await changeCenter(deps, coordinator, id, fields)).toBe(true);
    expect(await changeCenter(deps, coordinator, id, fields)).toBe(false);
    await bookAsText(deps, c, 'Khulna');
    await linkLateBookings(deps);
    await setSeries(deps, { centerId: id, rule });
    const centerOf = async (viewer: Viewer) => (await listAppointments(deps.db, viewer))[0]?.center_id;
    expect(await Promise.all([a, b, c].map(centerOf))).toEqual([id, null, id]);
    expect(await codeOf(changeCenter(deps, coordinator, id, { ...fields, name: ' SYLHET ' }))).toBe(
      'name-taken',
    );
    expect(await codeOf(addTestCenter(deps, { name: 'ｓｙｌｈｅｔ' }))).toBe('name-taken');
    const names = [id, sylhet].map((centerId) =>
      codeOf(changeCenter(deps, coordinator, centerId, { ...fields, name: 'Barisal' })),
    );
    expect((await Promise.all(names)).toSorted()).toEqual(['done', 'name-taken']);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });
});
