import { expect, test } from 'vitest';
import { days } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { requestKey } from '#server/http/idempotency-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { filledForm, newMember, noon, registered } from '#server/testing/people.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { anonymize, deleteAllUnpaid, deleteUnpaid, findAppointment, listAppointments } from './repository.ts';
import { cancelAppointment, moveAppointment, requestAppointment } from './rules.ts';

const payment = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon };
const nothing = () => Promise.resolve();

onAllDatabases((open) => {
  /** Books a day and returns the appointment's id. */
  async function book(here: Awaited<ReturnType<typeof deps>>, viewer: Viewer, date?: string) {
    const added = await requestAppointment(here, viewer, filledForm(date ? { date } : {}));
    if (!added.success) throw new Error(added.message);
    return added.insertedId;
  }

  async function deps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    return { db, clock: () => noon, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  test('[API-05] accepts one of 20 concurrent requests for the same member and day', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => requestAppointment(here, viewer, filledForm())),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.find(({ success }) => !success)).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 25, 2026",
    });
    expect(await listAppointments(here.db, viewer)).toHaveLength(1);
  });

  test('lets two members book the same day', async () => {
    await using here = await deps();
    await book(here, await registered(here.db));
    await book(here, await registered(here.db, 'b@example.org'));
  });

  test('repeats the first response for a repeated Idempotency-Key and rejects another request with the same key', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const key = requestKey('one', filledForm());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => requestAppointment(here, viewer, filledForm(), key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ success: true });
    const other = filledForm({ center: 'Elsewhere' });
    await expect(requestAppointment(here, viewer, other, requestKey('one', other))).rejects.toMatchObject({
      code: 'key-reused',
    });
  });

  test('repeats the first response for a repeated key, and a move to the current day, after the day is no longer bookable', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const fields = filledForm({ date: '2026-11-20' });
    const first = await requestAppointment(here, viewer, fields, requestKey('one', fields));
    expect(first).toMatchObject({ success: true });
    const tomorrow = { ...here, clock: () => noon + days(1) };
    expect(await requestAppointment(tomorrow, viewer, fields, requestKey('one', fields))).toEqual(first);
    const id = first.success ? first.insertedId : '';
    expect(await moveAppointment(tomorrow, viewer, id, '2026-11-20')).toEqual({ success: true });

    const other = { ...fields, center: 'Elsewhere' };
    const refusals = [
      [() => requestAppointment(tomorrow, viewer, fields), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, fields, requestKey('two', fields)), 'invalid-fields'],
      [() => requestAppointment(tomorrow, viewer, other, requestKey('one', other)), 'key-reused'],
      [() => moveAppointment(tomorrow, viewer, id, '2026-11-19'), 'invalid-fields'],
    ] as const;
    for (const [refused, code] of refusals) await expect(refused()).rejects.toMatchObject({ code });
    expect(await listAppointments(here.db, viewer)).toHaveLength(1);
  });

  test('lets a key that failed because of a taken day succeed once the day is free', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const first = await book(here, viewer);
    const key = requestKey('again', filledForm());
    expect(await requestAppointment(here, viewer, filledForm(), key)).toMatchObject({ success: false });
    await deleteUnpaid(here.db, viewer, first);
    expect(await requestAppointment(here, viewer, filledForm(), key)).toMatchObject({ success: true });
  });

  test.each([
    ['November 19, 2026', false],
    ['2026-11-20', true],
    ['2027-11-22', true],
    ['November 23, 2027', false],
  ])('accepts days from yesterday to a year ahead: %s', async (date, accepted) => {
    await using here = await deps();
    const request = requestAppointment(here, await registered(here.db), filledForm({ date }));
    if (accepted) expect(await request).toMatchObject({ success: true });
    else
      await expect(request).rejects.toMatchObject({
        code: 'invalid-fields',
        fields: { date: expect.any(String) },
      });
  });

  test("hides another member's appointment and does not delete it", async () => {
    await using here = await deps();
    const owner = await registered(here.db);
    const id = await book(here, owner);
    const stranger = newMember(owner.email);
    expect(await findAppointment(here.db, stranger, id)).toBeUndefined();
    expect(await deleteUnpaid(here.db, stranger, id)).toBe(false);
    expect(await listAppointments(here.db, stranger)).toEqual([]);
    expect(await findAppointment(here.db, owner, id)).toBeDefined();
  });

  test('leaves the appointment unchanged when the new day is taken', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const id = await book(here, viewer);
    await book(here, viewer, '2026-11-26');
    expect(await moveAppointment(here, viewer, id, '2026-11-26')).toEqual({
      success: false,
      message: "You've Already Have an Appointment on November 26, 2026",
    });
    expect(await moveAppointment(here, viewer, id, 'November 27, 2026')).toEqual({ success: true });
    const days = (await listAppointments(here.db, viewer)).map(({ id, day }) => ({ id, day }));
    expect(days).toHaveLength(2);
    expect(days).toContainEqual({ id, day: '2026-11-27' });
  });

  test('succeeds in both tabs that move it to the same day', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const id = await book(here, viewer);
    const moves = [1, 2].map(() => moveAppointment(here, viewer, id, '2026-11-27'));
    expect(await Promise.all(moves)).toEqual([{ success: true }, { success: true }]);
    expect(await listAppointments(here.db, viewer)).toMatchObject([{ id, day: '2026-11-27' }]);
  });

  test('reports an appointment canceled during a move as not found, not as paid', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    for (let round = 0; round < 10; round++) {
      const id = await book(here, viewer);
      const moving = moveAppointment(here, viewer, id, '2026-11-27').catch(({ code }) => code);
      await deleteUnpaid(here.db, viewer, id);
      expect([{ success: true }, 'not-found']).toContainEqual(await moving);
      await here.db.transaction().execute((trx) => deleteAllUnpaid(trx, viewer));
    }
  });

  test('keeps an appointment that is paid during its cancellation, and returns false if another tab canceled it', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const id = await book(here, viewer);
    const pay = () => here.db.transaction().execute(async (trx) => void (await markPaid(trx, id, payment)));
    await expect(
      cancelAppointment({ ...here, closeAfterwards: nothing, closeCharge: pay }, viewer, id),
    ).rejects.toMatchObject({
      code: 'already-paid',
    });

    const other = await book(here, viewer, '2026-11-26');
    const remove = async () => void (await deleteUnpaid(here.db, viewer, other));
    expect(
      await cancelAppointment({ ...here, closeAfterwards: nothing, closeCharge: remove }, viewer, other),
    ).toBe(false);
  });

  test('rejects a second appointment for the same transaction', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const pay = async (date: string) => {
      const id = await book(here, viewer, date);
      return here.db.transaction().execute((trx) => markPaid(trx, id, payment));
    };
    expect(await pay('2026-11-25')).toMatchObject({ transaction_id: 'pi_1' });
    await expect(pay('2026-11-26')).rejects.toThrow(/unique/i);
  });

  test('neither moves nor deletes a paid appointment, and anonymizes it when the account is deleted', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const id = await book(here, viewer);
    await book(here, viewer, '2026-11-26');
    await here.db.transaction().execute((trx) => markPaid(trx, id, payment));

    await expect(moveAppointment(here, viewer, id, '2026-11-28')).rejects.toMatchObject({
      code: 'already-paid',
    });
    expect(await deleteUnpaid(here.db, viewer, id)).toBe(false);
    await here.db.transaction().execute(async (trx) => {
      await deleteAllUnpaid(trx, viewer);
      await anonymize(trx, viewer, 'removed-1');
    });
    expect(await here.db.selectFrom('appointments').selectAll().execute()).toEqual([
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
