import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { CenterAppointment } from '#contract/staff-check-in.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { failAtLocks, waitForLock } from '#platform/testing/wait-for-lock.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { changeSeries } from '#server/features/center-administration/edit-center.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import { beforeTransaction } from '#server/testing/before-transaction.ts';
import { addMember, filledForm } from '#server/testing/people.ts';
import { moveAppointment } from '../appointments/move.ts';
import { listAppointments } from '../appointments/repository.ts';
import { cancelAppointment, requestAppointment } from '../appointments/rules.ts';
import * as slots from '../centers/slots.ts';
import {
  addTestCenter,
  coordinator,
  findLostSlots,
  openCenterDeps,
  rule,
} from '../centers/testing/center-deps.ts';
import { openPayment } from '../payments/open-payment.ts';
import { createAppointmentList } from './list.ts';
import { findAppointmentOwner, reassignAppointment } from './repository.ts';
import { recordStatus } from './status.ts';
import { addWalkIn, type CountEmail, createClaimEmailLimit } from './walk-ins.ts';

const tuesday = '2026-11-24' as Day;
/** 8:00 in Dhaka, an hour before the clinic opens. */
const morning = Date.UTC(2026, 10, 24, 2);

const door = (device: string): StaffMember => ({
  ...coordinator,
  roles: [],
  role: 'door',
  shift: { ...coordinator.shift, id: device, device },
});

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const deps = await openCenterDeps(open, { now: morning });
    const centerId = await addTestCenter(deps, { name: 'Dhaka' });
    await deps.takeRecorded();
    return { ...deps, centerId };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  async function book(deps: Deps, email: string, day = tuesday): Promise<{ viewer: Viewer; id: string }> {
    const viewer = await addMember(deps.db, email, { now: morning - days(7) });
    const fields = filledForm({ center: 'Dhaka', date: day });
    const result = await requestAppointment(deps, viewer, fields);
    return { viewer, id: 'insertedId' in result ? result.insertedId : '' };
  }
  let operations = 0;
  const set = (
    deps: Deps,
    by: StaffMember,
    id: string,
    status: AppointmentStatus,
    {
      at = deps.time.now,
      operationId = `op-${++operations}`,
      ...rest
    }: Partial<{
      at: number;
      deferredUntil: Day;
      operationId: string;
      isScan: true;
    }> = {},
  ) =>
    recordStatus(deps, by, id, {
      status,
      at: new Date(at).toISOString(),
      operationId,
      ...rest,
    });
  const parse = (json: Uint8Array): CenterAppointment[] => JSON.parse(new TextDecoder().decode(json));
  async function list(deps: Deps, by: StaffMember = coordinator, day?: Day): Promise<CenterAppointment[]> {
    const query = { centerId: deps.centerId, day, storedETag: undefined };
    const { json = new Uint8Array() } = await createAppointmentList(deps)(by, query);
    return parse(json);
  }
  const walkIn = (
    deps: Deps,
    by: StaffMember,
    fields: object = {},
    countEmail: CountEmail = async () => {},
  ) =>
    addWalkIn(
      deps,
      by,
      {
        centerId: deps.centerId,
        name: 'Karim',
        bloodGroup: 'A+',
        operationId: `op-${++operations}`,
        ...fields,
      },
      countEmail,
    );

  const test = testWith(createDeps);

  test('emails with links are limited by member of the staff and by address; walk-ins without one go on', async (deps) => {
    // The limits are 60 emails per staff member and 2 per address.
    const countEmail = createClaimEmailLimit({ limiters: createMemoryLimiters(0.2) });
    const add = (userId: string, email?: string) =>
      walkIn(deps, { ...coordinator, userId }, { force: true, ...(email && { email }) }, countEmail);
    for (const email of ['same@example.org', 'Same@example.org']) await add('two', email);
    expect(await codeOf(add('one', 'same@example.org'))).toBe('too-many-requests');
    for (let n = 1; n < 60; n += 1) await add('one', `${n}@example.org`);
    await deps.takeRecorded();
    expect(await codeOf(add('one', 'more@example.org'))).toBe('too-many-requests');
    expect(await deps.takeRecorded()).toEqual([]);
    await add('one');
    await add('two', 'more@example.org');
    expect(await deps.takeRecorded()).toHaveLength(2);
  });

  test('a view is one entry about all donors; a refresh is one about those who were not in it', async (deps) => {
    const donors = [await book(deps, 'a@example.org'), await book(deps, 'b@example.org')];
    await book(deps, 'c@example.org', '2026-11-25' as Day);
    const view = createAppointmentList(deps);
    const read = (storedETag?: string, by = door('phone')) =>
      view(by, { centerId: deps.centerId, day: undefined, storedETag });
    const readLater = (storedETag?: string) => {
      deps.time.now += seconds(1);
      return read(storedETag);
    };
    const both = [read(), read(undefined, coordinator)] as const;
    const [{ etag, json = new Uint8Array() }, other] = await Promise.all(both);
    // Concurrent requests share one read, as do requests made before the next read is allowed.
    expect(other.json).toBe(json);
    const next = [read(), pause(100).then(() => read())] as const;
    expect((await next[0]).json).not.toBe(json);
    expect((await next[1]).json).toBe((await next[0]).json);
    const firstViews = (await deps.takeRecorded()).slice(2);
    expect(parse(json)).toEqual([
      {
        _id: donors[0]?.id,
        name: 'Rahim Uddin',
        bloodGroup: 'O+',
        time: '09:00',
        phoneEnd: '5678',
        status: 'booked',
      },
      expect.objectContaining({ _id: donors[1]?.id }),
    ]);
    const people = donors.map(({ viewer }) => viewer.userId).sort();
    const viewed = { action: 'view appointments', people, centerId: deps.centerId };
    expect(firstViews).toEqual([viewed, viewed]);
    expect(await readLater(etag)).toEqual({ etag });
    expect(await deps.takeRecorded()).toEqual([]);
    const late = await book(deps, 'd@example.org');
    expect(parse((await readLater(etag)).json ?? json)).toHaveLength(3);
    expect(await deps.takeRecorded()).toMatchObject([{ people: [late.viewer.userId] }]);
    await readLater();
    expect(await deps.takeRecorded()).toMatchObject([{ people: [...people, late.viewer.userId].sort() }]);

    expect(await codeOf(list(deps, door('phone'), '2026-11-25' as Day))).toBe('not-found');
    expect(await list(deps, coordinator, '2026-11-25' as Day)).toHaveLength(1);
    // Tuesday at 23:00 in UTC is Wednesday in Dhaka.
    deps.time.now = Date.UTC(2026, 10, 24, 23);
    expect(await list(deps, door('phone'), '2026-11-25' as Day)).toHaveLength(1);
  });

  test('a scan returns the status before it, which the device may not have known', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    const scan = (operationId: string) =>
      set(deps, door('scanner'), id, 'arrived', { isScan: true, operationId });
    await set(deps, door('list'), id, 'arrived');
    expect(await scan('scan')).toMatchObject({ modifiedCount: 0, statusBefore: 'arrived' });
    // The request is repeated after a lost response.
    expect(await scan('scan')).not.toHaveProperty('statusBefore');
    await set(deps, door('list'), id, 'booked');
    deps.time.now += seconds(1);
    const again = { acknowledged: true, modifiedCount: 1, status: 'arrived', statusBefore: 'booked' };
    expect(await scan('again')).toEqual(again);
  });

  test('statuses follow each other, can be undone, and stand once per operation', async (deps) => {
    const { viewer, id } = await book(deps, 'a@example.org');
    const phone = door('phone');
    expect(await set(deps, phone, id, 'arrived', { operationId: 'one' })).toEqual({
      acknowledged: true,
      modifiedCount: 1,
      status: 'arrived',
    });
    expect(await set(deps, phone, id, 'arrived', { operationId: 'one' })).toMatchObject({ modifiedCount: 0 });
    expect(await set(deps, phone, id, 'booked')).toMatchObject({ modifiedCount: 1, status: 'booked' });
    deps.time.now += 1;
    const deferredUntil = '2036-11-24' as Day;
    expect(await set(deps, phone, id, 'deferred', { deferredUntil })).toMatchObject({ status: 'deferred' });
    expect(await list(deps)).toMatchObject([{ status: 'deferred', deferredUntil }]);
    for (const wrong of [tuesday, '2036-11-25' as Day])
      expect(await codeOf(set(deps, phone, id, 'deferred', { deferredUntil: wrong }))).toBe('invalid-fields');

    expect(await deps.takeRecorded()).toMatchObject([
      { action: 'record arrived', people: [viewer.userId], centerId: deps.centerId },
      { action: 'record booked' },
      { action: 'record deferred' },
      { action: 'view appointments' },
    ]);
    expect(await codeOf(cancelAppointment(deps, viewer, id))).toBe('already-recorded');
    expect(await codeOf(moveAppointment(deps, viewer, id, { day: '2026-12-01' as Day }))).toBe(
      'already-recorded',
    );
  });

  test('changes of one device stand in their order although its clock is set back', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    deps.time.now += minutes(60);
    const phone = door('phone');
    await set(deps, phone, id, 'booked', { at: morning + minutes(10) });
    const changes = [
      { status: 'arrived', operationId: 'z' },
      { status: 'fulfilled', operationId: 'y' },
      { status: 'arrived', operationId: 'x' },
      { status: 'deferred', operationId: 'w', deferredUntil: '2027-01-01' as Day },
    ] as const;
    for (const { status, ...change } of changes)
      expect(await set(deps, phone, id, status, { at: morning, ...change })).toMatchObject({ status });
  });

  test('different outcomes of two offline devices are a conflict until a coordinator confirms one', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    deps.time.now += minutes(60);
    const [one, other] = [morning + minutes(1), morning + minutes(2)];
    await set(deps, door('phone'), id, 'fulfilled', { at: other });
    const response = await set(deps, door('tablet'), id, 'noshow', { at: one });
    const conflict = [
      { status: 'noshow', at: new Date(one).toISOString(), device: 'tablet', role: 'door' },
      { status: 'fulfilled', at: new Date(other).toISOString(), device: 'phone' },
    ];
    expect(response).toMatchObject({ conflict });
    expect(await list(deps)).toMatchObject([{ status: 'fulfilled', conflict }]);
    await set(deps, coordinator, id, 'noshow');
    const [decided] = await list(deps);
    expect(decided).toMatchObject({ status: 'noshow' });
    expect(decided).not.toHaveProperty('conflict');
  });

  test('a pass that two devices scanned is a conflict with all changes until a coordinator confirms one', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    const scan = { isScan: true } as const;
    await set(deps, door('phone'), id, 'arrived', scan);
    deps.time.now += minutes(5);
    await set(deps, door('phone'), id, 'not-given');
    deps.time.now += minutes(5);
    const scanned = { status: 'arrived', isScan: true };
    const conflict = [
      { ...scanned, device: 'phone' },
      { status: 'not-given' },
      { ...scanned, device: 'tablet' },
    ];
    const response = { conflict, statusBefore: 'not-given' };
    expect(await set(deps, door('tablet'), id, 'arrived', scan)).toMatchObject(response);
    deps.time.now += minutes(5);
    const offline = { at: deps.time.now - minutes(1) };
    expect(await set(deps, coordinator, id, 'arrived', offline)).toHaveProperty('conflict');
    expect(await list(deps)).toMatchObject([{ conflict: [...conflict, { role: 'coordinator' }] }]);
    await set(deps, coordinator, id, 'arrived');
    const [confirmed] = await list(deps);
    expect(confirmed).toMatchObject({ status: 'arrived' });
    expect(confirmed).not.toHaveProperty('conflict');
  });

  test('door staff change appointments only on their day, or as recorded offline on it', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    deps.time.now = morning + days(1);
    const phone = door('phone');
    expect(await codeOf(set(deps, phone, id, 'arrived'))).toBe('not-found');
    expect(await set(deps, phone, id, 'arrived', { at: morning })).toMatchObject({ modifiedCount: 1 });
    expect(await set(deps, coordinator, id, 'fulfilled')).toMatchObject({ modifiedCount: 1 });
    deps.time.now = morning + days(9);
    expect(await codeOf(set(deps, phone, id, 'arrived', { at: morning }))).toBe('not-found');
  });

  test('only a cancellation that stands ends the open payment', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    const charges = () => deps.db.selectFrom('payments').select('status').orderBy('id').execute();
    await openPayment(deps, id);
    await set(deps, coordinator, id, 'cancelled', { operationId: 'first' });
    deps.time.now += minutes(20);
    await set(deps, coordinator, id, 'booked');
    expect(await charges()).toEqual([{ status: 'canceled' }]);
    await openPayment(deps, id);
    await set(deps, coordinator, id, 'cancelled', { operationId: 'first' });
    const otherDevice = { ...coordinator, shift: { ...coordinator.shift, id: 'other' } };
    await set(deps, otherDevice, id, 'cancelled', { at: deps.time.now - minutes(10) });
    expect(await charges()).toEqual([{ status: 'canceled' }, { status: 'open' }]);
    expect((await list(deps)).find(({ _id }) => _id === id)).toMatchObject({ status: 'booked' });
  });

  test('a canceled appointment gives its slot back, and takes it again when that is undone', async (deps) => {
    const donors = [];
    for (const name of ['a', 'b', 'c', 'd']) donors.push(await book(deps, `${name}@example.org`));
    expect((await book(deps, 'e@example.org')).id).toBe('');
    const id = donors[0]?.id ?? '';
    await set(deps, coordinator, id, 'cancelled');
    expect(await findLostSlots(deps.db)).toEqual([]);
    deps.time.now += 1;
    await set(deps, coordinator, id, 'booked');
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect((await list(deps)).filter(({ time }) => time === '09:00')).toHaveLength(2);
    // The slot stays with the donor who got it, and a donor who comes anyway is not turned away.
    deps.time.now += 1;
    await set(deps, coordinator, id, 'cancelled');
    expect((await book(deps, 'f@example.org')).id).not.toBe('');
    deps.time.now += 1;
    expect(await codeOf(set(deps, coordinator, id, 'booked'))).toBe('slot-taken');
    expect((await list(deps)).find(({ _id }) => _id === id)).toMatchObject({ status: 'cancelled' });
    deps.time.now += 1;
    await set(deps, coordinator, id, 'arrived');
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect((await list(deps)).filter(({ time }) => time === '09:00')).toHaveLength(3);
    const { displaced } = await changeSeries(
      deps,
      coordinator,
      { centerId: deps.centerId, rule: { ...rule, slots: 1 } },
      true,
    );
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(displaced).toEqual([]);
  });

  test('a canceled appointment is replaced by a new booking of its day, unless an outcome was recorded', async (deps) => {
    const { viewer, id: canceled } = await book(deps, 'a@example.org');
    await set(deps, coordinator, canceled, 'cancelled');
    const request = (date: Day) => requestAppointment(deps, viewer, filledForm({ center: 'Dhaka', date }));
    expect(await request(tuesday)).toMatchObject({ success: true });
    const appointments = await listAppointments(deps.db, viewer);
    expect(appointments).toMatchObject([{ status: 'booked' }]);
    const replacing = appointments[0]?.id ?? '';

    for (const status of ['fulfilled', 'cancelled'] as const) {
      deps.time.now += 1;
      await set(deps, coordinator, replacing, status);
    }
    const taken = { success: false, message: "You've Already Have an Appointment on November 24, 2026" };
    expect(await request(tuesday)).toEqual(taken);
    const later = await request('2026-12-01' as Day);
    const laterId = 'insertedId' in later ? later.insertedId : '';
    expect(await moveAppointment(deps, viewer, laterId, { day: tuesday })).toEqual(taken);
    deps.time.now += 1;
    await set(deps, coordinator, replacing, 'fulfilled');
    expect(await list(deps)).toMatchObject([{ _id: replacing, status: 'fulfilled' }]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a cancellation waits for the slot before it locks the appointment, as a change of the center does', async (deps) => {
    const { id } = await book(deps, 'a@example.org');
    const slot = { center_id: deps.centerId, day: tuesday, slot_time: '09:00' };
    for (const status of ['cancelled', 'booked'] as const) {
      deps.time.now += 1;
      const { recording } = await deps.db.transaction().execute(async (trx) => {
        await slots.lockSlots(trx, [slot]);
        const recording = set(deps, coordinator, id, status);
        await waitForLock(deps.db);
        await failAtLocks(trx);
        await trx.updateTable('appointments').set({ moves: 0 }).where('id', '=', id).execute();
        return { recording };
      });
      expect(await recording).toMatchObject({ status });
    }
    expect((await deps.takeRecorded()).filter(({ action }) => action.startsWith('record'))).toHaveLength(2);
  });

  test('a walk-in takes a slot once; beyond the slots only a coordinator and offline devices add one', async (deps) => {
    for (const name of ['a', 'b', 'c']) await book(deps, `${name}@example.org`);
    const phone = door('phone');
    const results = await Promise.all(
      Array.from({ length: 3 }, () => walkIn(deps, phone, { operationId: 'same', phone: '01712345678' })),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect((await deps.takeRecorded()).filter(({ action }) => action === 'add walk-in')).toHaveLength(1);
    const full = { success: false, message: 'Dhaka is full on November 24, 2026' };
    expect(await walkIn(deps, phone)).toEqual(full);
    expect(await walkIn(deps, phone, { force: true })).toEqual(full);
    const insertedId = expect.any(String);
    const forced = { force: true, operationId: 'forced' };
    const beyond = await walkIn(deps, coordinator, forced);
    expect(beyond).toEqual({ insertedId, isOverCapacity: true });
    // The request is repeated after a lost response.
    expect(await walkIn(deps, coordinator, forced)).toEqual(beyond);
    const at = new Date(morning - hours(1)).toISOString();
    expect(await walkIn(deps, phone, { at })).toEqual({ insertedId, isOverCapacity: true });
    // Sending a time does not make an online device count as offline.
    expect(await walkIn(deps, phone, { at: new Date(morning).toISOString() })).toEqual(full);
    const appointments = await list(deps, phone);
    // Walk-ins are listed at the time when the donor came, although the first one uses a slot of 9:30.
    expect(appointments.filter(({ isWalkIn }) => isWalkIn)).toMatchObject([
      { time: '07:00', isOverCapacity: true },
      { time: '08:00', phoneEnd: '5678' },
      { time: '08:00', name: 'Karim', status: 'arrived', isOverCapacity: true, phoneEnd: '' },
    ]);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await walkIn(deps, phone, { at: new Date(morning - seconds(29)).toISOString() })).toEqual(full);
    // A device keeps what it could not send for seven days.
    const kept = new Date(morning - days(7)).toISOString();
    expect(await walkIn(deps, phone, { at: kept })).toMatchObject({ insertedId });
    const old = new Date(morning - days(9)).toISOString();
    expect(await codeOf(walkIn(deps, phone, { at: old }))).toBe('invalid-fields');
  });

  test('a change that is sent while the donor adds the walk-in to an account is recorded', async (deps) => {
    const member = await addMember(deps.db, 'karim@example.com', { now: morning });
    const added = await walkIn(deps, door('phone'));
    const id = 'insertedId' in added ? added.insertedId : '';
    const { user_id } = (await findAppointmentOwner(deps.db, id)) ?? { user_id: '' };
    const db = beforeTransaction(deps.db, () =>
      deps.db.transaction().execute((trx) => reassignAppointment(trx, { id, user_id }, member)),
    );
    const result = await set({ ...deps, db }, door('phone'), id, 'fulfilled');
    expect(result).toMatchObject({ status: 'fulfilled' });
    expect(await findAppointmentOwner(deps.db, id)).toMatchObject({ user_id: member.userId });
  });

  test('an outcome that is recorded while the donor moves the appointment stands, or the move does', async (deps) => {
    const nextTuesday = '2026-12-01' as Day;
    const donors: { viewer: Viewer; id: string }[] = [];
    for (const name of ['a', 'b', 'c', 'd']) donors.push(await book(deps, `${name}@example.org`));
    const move = ({ viewer, id }: (typeof donors)[number]) =>
      moveAppointment(deps, viewer, id, { day: nextTuesday });
    for (const donor of donors.slice(0, 2)) {
      const outcomes = [set(deps, coordinator, donor.id, 'fulfilled'), move(donor)];
      const [recording, moving] = await Promise.all(outcomes.map(codeOf));
      const [{ day, status } = {}] = await listAppointments(deps.db, donor.viewer);
      expect({ recording, moving, day, status }).toEqual(
        moving === 'done'
          ? { recording: 'invalid-fields', moving, day: nextTuesday, status: 'booked' }
          : { recording: 'done', moving: 'already-recorded', day: tuesday, status: 'fulfilled' },
      );
    }
    // The donor moves the appointment between the first read and the lock.
    for (const [n, by] of [coordinator, door('phone')].entries()) {
      const donor = donors[n + 2] ?? { viewer: coordinator, id: '' };
      const db = beforeTransaction(deps.db, () => move(donor));
      const recording = set({ ...deps, db }, by, donor.id, 'arrived');
      expect(await codeOf(recording)).toBe(by.role === 'door' ? 'not-found' : 'invalid-fields');
      expect(await listAppointments(deps.db, donor.viewer)).toMatchObject([{ status: 'booked' }]);
    }
    expect((await deps.takeRecorded()).filter(({ action }) => action === 'record arrived')).toEqual([]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('a walk-in that was recorded offline takes a slot of its day, also after its time or after midnight', async (deps) => {
    // 8:50 in Dhaka, sent in the evening and after midnight.
    const at = new Date(morning + minutes(50)).toISOString();
    for (const later of [hours(12), hours(17)]) {
      deps.time.now = morning + later;
      expect(await walkIn(deps, door('phone'), { at })).toEqual({ insertedId: expect.any(String) });
    }
    const appointments = await list(deps, coordinator, tuesday);
    expect(appointments?.map(({ time }) => time)).toEqual(['08:50', '08:50']);
    const slots = await deps.db.selectFrom('appointments').select('slot_time').execute();
    expect(slots).toEqual([{ slot_time: '09:00' }, { slot_time: '09:00' }]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('20 walk-ins and bookings at once get the 4 slots of the day', async (deps) => {
    await Promise.all([
      ...Array.from({ length: 10 }, () => walkIn(deps, door('phone'))),
      ...Array.from({ length: 10 }, (_, n) => book(deps, `${n}@example.org`)),
    ]);
    expect(await list(deps)).toHaveLength(4);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await listAppointments(deps.db, coordinator)).toEqual([]);
  });
});
