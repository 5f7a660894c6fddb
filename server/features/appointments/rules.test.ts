import { expect, it } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { beforeTransaction } from '#server/testing/before-transaction.ts';
import { createFakeCards } from '#server/testing/fake-cards.ts';
import { addMember, bookAppointment, filledForm, newMember, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { openPayment } from '../payments/open-payment.ts';
import { moveAppointment } from './move.ts';
import {
  anonymizePaid,
  deleteAllUnpaid,
  deleteUnpaid,
  findAppointment,
  listAppointments,
} from './repository.ts';
import { cancelAllUnpaid, cancelAppointment, requestAppointment } from './rules.ts';

const payment = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon };

onBothDatabases([serverMigrations], (open) => {
  /** Books a day and returns the appointment's id. */
  const book = (deps: Deps, viewer: Viewer, day = '2026-11-25') =>
    bookAppointment(deps, viewer, { date: day as Day });

  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const provider = createFakeCards(() => noon);
    const core = createTestCore(db, undefined, { cards: provider.cards });
    return { ...core, provider, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  const test = testWith(createDeps);

  test('[API-05] accepts one of 20 concurrent requests for the same member and day', async (deps) => {
    const viewer = await addMember(deps.db);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => requestAppointment(deps, viewer, filledForm())),
    );
    expect(responses.filter(({ success }) => success)).toHaveLength(1);
    expect(responses.find(({ success }) => !success)).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 25, 2026",
    });
    expect(await listAppointments(deps.db, viewer)).toHaveLength(1);
  });

  test('repeats the first response for a repeated Idempotency-Key; rejects another request with it', async (deps) => {
    const viewer = await addMember(deps.db);
    const key = readRequestKey('one', filledForm());
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => requestAppointment(deps, viewer, filledForm(), key)),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ success: true });
    const other = filledForm({ center: 'Elsewhere' });
    expect(await codeOf(requestAppointment(deps, viewer, other, readRequestKey('one', other)))).toBe(
      'key-reused',
    );
  });

  test('repeats the response for a key, and a move to the same day, after the day is no longer bookable', async (deps) => {
    const viewer = await addMember(deps.db);
    const fields = filledForm({ date: '2026-11-20' as Day });
    const first = await requestAppointment(deps, viewer, fields, readRequestKey('one', fields));
    expect(first).toMatchObject({ success: true });
    const tomorrow = { ...deps, clock: () => noon + days(1) };
    expect(await requestAppointment(tomorrow, viewer, fields, readRequestKey('one', fields))).toEqual(first);
    const id = first.success ? first.insertedId : '';
    expect(await moveAppointment(tomorrow, viewer, id, { day: '2026-11-20' as Day })).toEqual({
      success: true,
    });

    const other = { ...fields, center: 'Elsewhere' };
    const rejections = [
      [() => requestAppointment(tomorrow, viewer, fields), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, fields, readRequestKey('two', fields)), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, other, readRequestKey('one', other)), 'key-reused'],
      [() => moveAppointment(tomorrow, viewer, id, { day: '2026-11-19' as Day }), 'invalid-fields'],
    ] as const;
    for (const [reject, code] of rejections) await expect(reject()).rejects.toMatchObject({ code });
    expect(await listAppointments(deps.db, viewer)).toHaveLength(1);
  });

  test('a repeated key does not report an appointment as booked that is canceled since', async (deps) => {
    const viewer = await addMember(deps.db);
    for (const [day, cancel] of [
      ['2026-11-25', (id: string) => deleteUnpaid(deps.db, viewer, id)],
      [
        '2026-11-26',
        (id: string) =>
          deps.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', id).execute(),
      ],
    ] as const) {
      const fields = filledForm({ date: day as Day });
      const request = () => requestAppointment(deps, viewer, fields, readRequestKey(day, fields));
      const first = await request();
      await cancel(first.success ? first.insertedId : '');
      expect(await codeOf(request())).toBe('appointment-canceled');
      expect(await requestAppointment(deps, viewer, fields)).toMatchObject({ success: true });
      expect(await request()).toMatchObject({ success: false });
    }
  });

  test('lets a key that failed because of a taken day succeed once the day is free', async (deps) => {
    const viewer = await addMember(deps.db);
    const first = await book(deps, viewer);
    const key = readRequestKey('again', filledForm());
    expect(await requestAppointment(deps, viewer, filledForm(), key)).toMatchObject({ success: false });
    await deleteUnpaid(deps.db, viewer, first);
    expect(await requestAppointment(deps, viewer, filledForm(), key)).toMatchObject({ success: true });
  });

  it.each([
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2027-11-22', true],
    ['2027-11-23', false],
  ])('accepts days from yesterday to a year ahead: %s', async (date, accepted) => {
    await using deps = await createDeps();
    const request = requestAppointment(deps, await addMember(deps.db), filledForm({ date: date as Day }));
    if (accepted) expect(await request).toMatchObject({ success: true });
    else
      await expect(request).rejects.toMatchObject({
        code: 'invalid-fields',
        fields: { date: expect.any(String) },
      });
  });

  test("hides another member's appointment and does not delete it", async (deps) => {
    const owner = await addMember(deps.db);
    const id = await book(deps, owner);
    const stranger = newMember(owner.email);
    expect(await findAppointment(deps.db, stranger, id)).toBeUndefined();
    expect(await deleteUnpaid(deps.db, stranger, id)).toBeUndefined();
    expect(await listAppointments(deps.db, stranger)).toEqual([]);
    expect(await findAppointment(deps.db, owner, id)).toBeDefined();
  });

  test('leaves the appointment unchanged when the new day is taken', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    await book(deps, viewer, '2026-11-26');
    expect(await moveAppointment(deps, viewer, id, { day: '2026-11-26' as Day })).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 26, 2026",
    });
    expect(await moveAppointment(deps, viewer, id, { day: '2026-11-27' as Day })).toEqual({ success: true });
    const days = (await listAppointments(deps.db, viewer)).map(({ id, day }) => ({ id, day }));
    expect(days).toHaveLength(2);
    expect(days).toContainEqual({ id, day: '2026-11-27' });
  });

  test('succeeds in both tabs that move it to the same day', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    const moves = [1, 2].map(() => moveAppointment(deps, viewer, id, { day: '2026-11-27' as Day }));
    expect(await Promise.all(moves)).toEqual([{ success: true }, { success: true }]);
    expect(await listAppointments(deps.db, viewer)).toMatchObject([{ id, day: '2026-11-27' }]);
  });

  test('reports an appointment canceled during a move as not found, not as paid', async (deps) => {
    const viewer = await addMember(deps.db);
    for (let round = 0; round < 10; round++) {
      const id = await book(deps, viewer);
      const moving = moveAppointment(deps, viewer, id, { day: '2026-11-27' as Day }).catch(
        ({ code }) => code,
      );
      await deleteUnpaid(deps.db, viewer, id);
      expect([{ success: true }, 'not-found']).toContainEqual(await moving);
      await deps.db.transaction().execute((trx) => deleteAllUnpaid(trx, viewer));
    }
  });

  test('keeps an appointment that is paid while it is canceled; returns false if another tab canceled it', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    const pay = () => deps.db.transaction().execute(async (trx) => void (await markPaid(trx, id, payment)));
    expect(
      await codeOf(cancelAppointment({ ...deps, db: beforeTransaction(deps.db, pay) }, viewer, id)),
    ).toBe('already-paid');

    const other = await book(deps, viewer, '2026-11-26');
    const remove = async () => void (await deleteUnpaid(deps.db, viewer, other));
    expect(await cancelAppointment({ ...deps, db: beforeTransaction(deps.db, remove) }, viewer, other)).toBe(
      false,
    );
  });

  test('rejects a second appointment for the same transaction', async (deps) => {
    const viewer = await addMember(deps.db);
    const pay = async (date: string) => {
      const id = await book(deps, viewer, date);
      return deps.db.transaction().execute((trx) => markPaid(trx, id, payment));
    };
    expect(await pay('2026-11-25')).toMatchObject({ transaction_id: 'pi_1' });
    await expect(pay('2026-11-26')).rejects.toThrow(/unique/i);
  });

  test('neither moves nor deletes a paid appointment, and anonymizes it when the account is deleted', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await bookAppointment(deps, viewer, { opinion: 'My name is Rahim, and everyone was kind' });
    await book(deps, viewer, '2026-11-26');
    await deps.db.transaction().execute((trx) => markPaid(trx, id, payment));
    expect(await findAppointment(deps.db, viewer, id)).toMatchObject({ opinion: expect.any(String) });

    expect(await codeOf(moveAppointment(deps, viewer, id, { day: '2026-11-28' as Day }))).toBe(
      'already-paid',
    );
    expect(await deleteUnpaid(deps.db, viewer, id)).toBeUndefined();
    await deps.db.transaction().execute(async (trx) => {
      await deleteAllUnpaid(trx, viewer);
      await anonymizePaid(trx, viewer, 'removed-1');
    });
    expect(await deps.db.selectFrom('appointments').selectAll().execute()).toEqual([
      expect.objectContaining({
        id,
        user_id: 'removed-1',
        name: '',
        phone: '',
        email: '',
        opinion: null,
        blood_group: '',
      }),
    ]);
  });

  const at = (time: string) => () => Date.parse(time);
  type Deps = Awaited<ReturnType<typeof createDeps>>;
  const listLate = ({ db }: Deps) =>
    db
      .selectFrom('late_cancellations')
      .select(['day', 'center', 'center_key', 'center_id'])
      .orderBy('id')
      .execute();
  const late = (day: string) => ({
    day,
    center: 'Dhaka Medical College',
    center_key: 'dhaka medical college',
    center_id: null,
  });

  it.each([
    ['2026-11-23T23:59:59.999Z', []],
    ['2026-11-24T00:00:00.000Z', [late('2026-11-25')]],
    ['2026-11-25T23:59:59.999Z', [late('2026-11-25')]],
    ['2026-11-26T00:00:00.000Z', []],
  ])('records a cancellation on its day or the day before, without the person: at %s', async (time, rows) => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const [canceled, moved] = [
      await book(deps, viewer),
      await book(deps, await addMember(deps.db, 'b@c.org')),
    ];
    const now = { ...deps, clock: at(time) };
    expect(await cancelAppointment(now, viewer, canceled)).toBe(true);
    expect(await cancelAppointment(now, viewer, canceled)).toBe(false);
    expect(await listLate(deps)).toEqual(rows);

    const { user_id: userId } = await deps.db
      .selectFrom('appointments')
      .select('user_id')
      .where('id', '=', moved)
      .executeTakeFirstOrThrow();
    const mover = { ...viewer, userId };
    await moveAppointment(now, mover, moved, { day: '2027-01-05' as Day });
    await deps.db.transaction().execute((trx) => cancelAllUnpaid(trx, now, mover));
    expect(await listLate(deps)).toEqual([...rows, ...rows]);
  });

  test('records each late appointment of a deleted account, and none whose outcome is recorded', async (deps) => {
    const viewer = await addMember(deps.db);
    const recorded = await book(deps, viewer, '2026-11-22');
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-23']) await book(deps, viewer, day);
    await deps.db
      .updateTable('appointments')
      .set({ status: 'arrived', center_id: 'c1' })
      .where('id', '=', recorded)
      .execute();
    const ids = await deps.db.transaction().execute((trx) => cancelAllUnpaid(trx, deps, viewer));
    expect(ids).toHaveLength(4);
    expect(await listLate(deps)).toEqual([late('2026-11-21')]);
  });

  test('records one lost slot when two tabs move an appointment, and none for a failed move', async (deps) => {
    const viewer = await addMember(deps.db);
    await book(deps, viewer, '2026-11-28');
    const id = await book(deps, viewer, '2026-11-22');
    expect(await moveAppointment(deps, viewer, id, { day: '2026-11-28' as Day })).toMatchObject({
      success: false,
    });
    expect(await listLate(deps)).toEqual([]);
    const moves = ['2026-11-29', '2026-11-30'].map((day) =>
      moveAppointment(deps, viewer, id, { day: day as Day }),
    );
    await Promise.all(moves);
    expect(await listLate(deps)).toEqual([late('2026-11-22')]);
  });

  test('neither deletes nor records when the payment cannot be canceled', async (deps) => {
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer, '2026-11-22');
    await openPayment(deps, id);
    deps.provider.setProcessing(true);
    const add = () => Promise.reject(new Error('the disk is full'));
    await expect(cancelAppointment({ ...deps, outbox: { ...deps.outbox, add } }, viewer, id)).rejects.toThrow(
      'the disk is full',
    );
    expect(await listLate(deps)).toEqual([]);
    expect(await findAppointment(deps.db, viewer, id)).toBeDefined();
  });
});
