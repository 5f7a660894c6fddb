import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { requestKey } from '#server/http/idempotency-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { addMember, filledForm, newMember, noon } from '#server/testing/people.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { anonymize, deleteAllUnpaid, deleteUnpaid, findAppointment, listAppointments } from './repository.ts';
import { cancelAppointment, moveAppointment, requestAppointment } from './rules.ts';

const payment = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon };
const noop = () => Promise.resolve();

onAllDatabases((open) => {
  /** Books a day and returns the appointment's id. */
  async function book(deps: Awaited<ReturnType<typeof createDeps>>, viewer: Viewer, day = '2026-11-25') {
    const added = await requestAppointment(deps, viewer, filledForm({ date: day as Day }));
    if (!added.success) throw new Error(added.message);
    return added.insertedId;
  }

  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    return { db, clock: () => noon, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  test('[API-05] accepts one of 20 concurrent requests for the same member and day', async () => {
    await using deps = await createDeps();
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

  test('lets two members book the same day', async () => {
    await using deps = await createDeps();
    await book(deps, await addMember(deps.db));
    await book(deps, await addMember(deps.db, 'b@example.org'));
  });

  test('repeats the first response for a repeated Idempotency-Key and rejects another request with the same key', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const key = requestKey('one', filledForm());
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => requestAppointment(deps, viewer, filledForm(), key)),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject({ success: true });
    const other = filledForm({ center: 'Elsewhere' });
    await expect(requestAppointment(deps, viewer, other, requestKey('one', other))).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  test('repeats the first response for a repeated key, and a move to the current day, after the day is no longer bookable', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const fields = filledForm({ date: '2026-11-20' as Day });
    const first = await requestAppointment(deps, viewer, fields, requestKey('one', fields));
    expect(first).toMatchObject({ success: true });
    const tomorrow = { ...deps, clock: () => noon + days(1) };
    expect(await requestAppointment(tomorrow, viewer, fields, requestKey('one', fields))).toEqual(first);
    const id = first.success ? first.insertedId : '';
    expect(await moveAppointment(tomorrow, viewer, id, '2026-11-20' as Day)).toEqual({ success: true });

    const other = { ...fields, center: 'Elsewhere' };
    const rejections = [
      [() => requestAppointment(tomorrow, viewer, fields), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, fields, requestKey('two', fields)), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, other, requestKey('one', other)), 'key-reused'],
      [() => moveAppointment(tomorrow, viewer, id, '2026-11-19' as Day), 'invalid-fields'],
    ] as const;
    for (const [reject, code] of rejections) await expect(reject()).rejects.toMatchObject({ code });
    expect(await listAppointments(deps.db, viewer)).toHaveLength(1);
  });

  test('lets a key that failed because of a taken day succeed once the day is free', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const first = await book(deps, viewer);
    const key = requestKey('again', filledForm());
    expect(await requestAppointment(deps, viewer, filledForm(), key)).toMatchObject({ success: false });
    await deleteUnpaid(deps.db, viewer, first);
    expect(await requestAppointment(deps, viewer, filledForm(), key)).toMatchObject({ success: true });
  });

  test.each([
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

  test("hides another member's appointment and does not delete it", async () => {
    await using deps = await createDeps();
    const owner = await addMember(deps.db);
    const id = await book(deps, owner);
    const stranger = newMember(owner.email);
    expect(await findAppointment(deps.db, stranger, id)).toBeUndefined();
    expect(await deleteUnpaid(deps.db, stranger, id)).toBe(false);
    expect(await listAppointments(deps.db, stranger)).toEqual([]);
    expect(await findAppointment(deps.db, owner, id)).toBeDefined();
  });

  test('leaves the appointment unchanged when the new day is taken', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    await book(deps, viewer, '2026-11-26');
    expect(await moveAppointment(deps, viewer, id, '2026-11-26' as Day)).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 26, 2026",
    });
    expect(await moveAppointment(deps, viewer, id, '2026-11-27' as Day)).toEqual({ success: true });
    const days = (await listAppointments(deps.db, viewer)).map(({ id, day }) => ({ id, day }));
    expect(days).toHaveLength(2);
    expect(days).toContainEqual({ id, day: '2026-11-27' });
  });

  test('succeeds in both tabs that move it to the same day', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    const moves = [1, 2].map(() => moveAppointment(deps, viewer, id, '2026-11-27' as Day));
    expect(await Promise.all(moves)).toEqual([{ success: true }, { success: true }]);
    expect(await listAppointments(deps.db, viewer)).toMatchObject([{ id, day: '2026-11-27' }]);
  });

  test('reports an appointment canceled during a move as not found, not as paid', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    for (let round = 0; round < 10; round++) {
      const id = await book(deps, viewer);
      const moving = moveAppointment(deps, viewer, id, '2026-11-27' as Day).catch(({ code }) => code);
      await deleteUnpaid(deps.db, viewer, id);
      expect([{ success: true }, 'not-found']).toContainEqual(await moving);
      await deps.db.transaction().execute((trx) => deleteAllUnpaid(trx, viewer));
    }
  });

  test('keeps an appointment that is paid during its cancellation, and returns false if another tab canceled it', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    const pay = () => deps.db.transaction().execute(async (trx) => void (await markPaid(trx, id, payment)));
    await expect(
      cancelAppointment({ ...deps, cancelPaymentLater: noop, cancelOpenPayment: pay }, viewer, id),
    ).rejects.toMatchObject({
      code: 'already-paid',
    });

    const other = await book(deps, viewer, '2026-11-26');
    const remove = async () => void (await deleteUnpaid(deps.db, viewer, other));
    expect(
      await cancelAppointment(
        { ...deps, cancelPaymentLater: noop, cancelOpenPayment: remove },
        viewer,
        other,
      ),
    ).toBe(false);
  });

  test('rejects a second appointment for the same transaction', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const pay = async (date: string) => {
      const id = await book(deps, viewer, date);
      return deps.db.transaction().execute((trx) => markPaid(trx, id, payment));
    };
    expect(await pay('2026-11-25')).toMatchObject({ transaction_id: 'pi_1' });
    await expect(pay('2026-11-26')).rejects.toThrow(/unique/i);
  });

  test('neither moves nor deletes a paid appointment, and anonymizes it when the account is deleted', async () => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const id = await book(deps, viewer);
    await book(deps, viewer, '2026-11-26');
    await deps.db.transaction().execute((trx) => markPaid(trx, id, payment));

    await expect(moveAppointment(deps, viewer, id, '2026-11-28' as Day)).rejects.toMatchObject({
      code: 'already-paid',
    });
    expect(await deleteUnpaid(deps.db, viewer, id)).toBe(false);
    await deps.db.transaction().execute(async (trx) => {
      await deleteAllUnpaid(trx, viewer);
      await anonymize(trx, viewer, 'removed-1');
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
});
