import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Day } from '#contract/days.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import { listAppointments } from '#server/features/appointments/repository.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import { listCenterDays, WHOLE_DAY } from '#server/features/centers/days.ts';
import { findCenter, listClosings } from '#server/features/centers/repository.ts';
import {
  addTestCenter,
  coordinator,
  findLostSlots,
  openCenterDeps,
  rule,
} from '#server/features/centers/testing/center-deps.ts';
import { markPaid } from '#server/features/payments/appointment-repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addMember, bookAppointment, filledForm, noon } from '#server/testing/people.ts';
import {
  countDonorsOfDay,
  MAX_DONOR_MESSAGES,
  previewDonorMessage,
  sendDonorMessage,
} from './donor-messages.ts';
import { addClosing, changeSeries, removeClosing } from './edit-center.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;

onBothDatabases([serverMigrations], (open) => {
  /** Creates a center with three donors on a Tuesday, two of them at 9:00. */
  async function createDeps() {
    const deps = await openCenterDeps(open);
    const centerId = await addTestCenter(deps, { name: 'Dhaka' });
    const donors = [];
    for (const n of [1, 2, 3]) donors.push(await addMember(deps.db, `donor-${n}@example.org`));
    for (const donor of donors) await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday });
    return { ...deps, centerId, donors };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const close = (deps: Deps, hours = WHOLE_DAY, isPreview = false) =>
    addClosing(
      deps,
      coordinator,
      { centerId: deps.centerId, day: tuesday, ...hours, message: 'No water at www.dhaka.example' },
      isPreview,
    );
  const ownAppointment = async (deps: Deps, donor: Viewer) => (await listAppointments(deps.db, donor))[0];
  const readDay = async (deps: Deps) => {
    const center = await findCenter(deps.db, deps.centerId);
    return center && (await listCenterDays(deps.db, center, { from: tuesday, to: tuesday, now: noon }))[0];
  };

  const test = testWith(createDeps);

  test('a preview names who is booked, is recorded, and changes nothing', async (deps) => {
    const before = await readDay(deps);
    const { displaced } = await close(deps, WHOLE_DAY, true);
    expect(displaced.map(({ user_id }) => user_id)).toEqual(deps.donors.map(({ userId }) => userId));
    expect(deps.emails).toEqual([]);
    expect(await readDay(deps)).toEqual(before);
    expect(await listClosings(deps.db, deps.centerId, { from: tuesday })).toEqual([]);
    expect((await deps.takeRecorded()).at(-1)).toMatchObject({ action: `preview close ${tuesday}` });
  });

  test('closing a day notifies each donor once, with the next free days; nobody can book it', async (deps) => {
    await close(deps);
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to).sort()).toEqual(deps.donors.map(({ email }) => email));
    const email = deps.emails.find(({ to }) => to === deps.donors[0]?.email);
    expect(email?.subject).toBe('Choose another day for your blood donation');
    for (const text of ['Wednesday, November 25, 2026, 09:00', 'Tuesday, December 1, 2026, 09:00'])
      expect(email?.text).toContain(text);
    expect(email?.text).toContain('No water at www. dhaka. example');
    expect(await readDay(deps)).toMatchObject({ open: false, free: 0, capacity: 4, isClosed: true });
    const late = await addMember(deps.db, 'late@example.org');
    expect(
      await requestAppointment(deps, late, filledForm({ center: 'dhaka', date: tuesday })),
    ).toMatchObject({ success: false, message: 'Dhaka is closed on November 24, 2026' });
    await close(deps);
    await deps.deliver();
    expect(deps.emails).toHaveLength(3);
    expect(await listClosings(deps.db, deps.centerId, { from: tuesday })).toHaveLength(1);
    expect(await ownAppointment(deps, deps.donors[0] as Viewer)).toMatchObject({ reminded_day: tuesday });
    expect((await deps.takeRecorded()).at(-2)?.people).toHaveLength(3);
  });

  test('a closed time is named as such, and its day is free at other times', async (deps) => {
    await close(deps, { opens: '09:00', closes: '09:30' });
    const late = await addMember(deps.db, 'late@example.org');
    const form = filledForm({ center: 'dhaka', date: tuesday, time: '09:00' });
    expect(await requestAppointment(deps, late, form)).toMatchObject({
      success: false,
      message: 'Dhaka is closed on November 24, 2026 at 09:00',
      nextFree: [tuesday, wednesday, '2026-12-01'],
    });
  });

  test('donors of a closed day move, paid or not; others cannot move what is paid', async (deps) => {
    const [paid, unpaid] = deps.donors as [Viewer, Viewer];
    const { id = '' } = (await ownAppointment(deps, paid)) ?? {};
    await deps.db
      .transaction()
      .execute((trx) => markPaid(trx, id, { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: noon }));
    const move = (donor: Viewer, id: string) => moveAppointment(deps, donor, id, { day: wednesday });
    expect(await codeOf(move(paid, id))).toBe('already-paid');
    await close(deps);
    expect(await move(paid, id)).toEqual({ success: true });
    expect(await ownAppointment(deps, paid)).toMatchObject({ day: wednesday, transaction_id: 'pi_1' });
    const other = (await ownAppointment(deps, unpaid))?.id ?? '';
    expect(await move(unpaid, other)).toEqual({ success: true });
    expect(await codeOf(moveAppointment(deps, paid, id, { day: '2026-12-01' as Day }))).toBe('already-paid');
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('an interval closes alone; opening it again tells those who stayed, and gives back their slots', async (deps) => {
    const before = await readDay(deps);
    const { closingId, displaced } = await close(deps, { opens: '09:00', closes: '09:30' });
    expect(displaced.map(({ slot_time }) => slot_time)).toEqual(['09:00', '09:00']);
    expect(await readDay(deps)).toMatchObject({
      opens: '09:30',
      closes: '10:00',
      intervals: [
        { time: '09:00', free: 0, isClosed: true },
        { time: '09:30', free: 1 },
      ],
    });
    await deps.deliver();
    await moveAppointment(deps, deps.donors[0] as Viewer, displaced[0]?.id ?? '', { day: wednesday });
    expect(await removeClosing(deps, coordinator, { centerId: deps.centerId, closingId })).toBe(1);
    await deps.deliver();
    expect(deps.emails.slice(2).map(({ to, subject }) => [to, subject])).toEqual([
      [deps.donors[1]?.email, 'Your blood donation on November 24, 2026 takes place'],
    ]);
    expect(await readDay(deps)).toEqual({
      ...before,
      free: 2,
      intervals: [
        { time: '09:00', free: 1 },
        { time: '09:30', free: 1 },
      ],
    });
    expect(await ownAppointment(deps, deps.donors[1] as Viewer)).toMatchObject({ reminded_day: null });
    expect(await codeOf(removeClosing(deps, coordinator, { centerId: deps.centerId, closingId }))).toBe(
      'not-found',
    );
  });

  test('a series that no longer has the day is handled as a closing', async (deps) => {
    const [series] = (await findCenter(deps.db, deps.centerId))?.series ?? [];
    const change = { centerId: deps.centerId, seriesId: series?.id, rule: { ...rule, weekdays: [3] } };
    const { displaced } = await changeSeries(deps, coordinator, change, false);
    expect(displaced.map(({ reason }) => reason)).toEqual(['closed', 'closed', 'closed']);
    await deps.deliver();
    expect(deps.emails).toHaveLength(3);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  /** Returns the ids of the members to whom an email waits for delivery. */
  const listQueuedUserIds = async (deps: Deps) => {
    const rows = await (
      deps.db as unknown as Kysely<{ platform_outbox: { id: string; kind: string; payload: string } }>
    )
      .selectFrom('platform_outbox')
      .select('payload')
      .where('kind', '=', 'email-if-confirmed')
      .orderBy('id')
      .execute();
    return rows.map(({ payload }) => (JSON.parse(payload) as { userId: string }).userId);
  };

  /** Allows two messages about each day. */
  function createMessages(deps: Deps) {
    const limiters = createMemoryLimiters(2 / MAX_DONOR_MESSAGES.points);
    const countMessage = createRequestLimit(limiters('donor-messages', MAX_DONOR_MESSAGES));
    const send = (day = tuesday, centerId = deps.centerId) =>
      sendDonorMessage(
        deps,
        coordinator,
        { centerId, day, text: 'Bring it to www.dhaka.example' },
        countMessage,
      );
    return Object.assign(send, {
      count: (day: Day) => countDonorsOfDay(deps, { centerId: deps.centerId, day }),
      preview: (day: Day, text: string) =>
        previewDonorMessage(deps, coordinator, { centerId: deps.centerId, day, text }),
    });
  }

  test('a message goes once to each expected donor; whoever has no confirmed address is named with the phone', async (deps) => {
    const send = createMessages(deps);
    const [emailed, unconfirmed, ofClosedTime] = deps.donors as [Viewer, Viewer, Viewer];
    await close(deps, { opens: '09:30', closes: '10:00' });
    await deps.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unconfirmed.userId)
      .execute();
    const toCall = [{ name: 'Rahim Uddin', phone: '01712345678', time: '09:00' }];
    expect(await send.count(tuesday)).toEqual({ emailed: 1, toCall: 1 });
    expect(await send.count(wednesday)).toEqual({ emailed: 0, toCall: 0 });
    expect(deps.emails).toEqual([]);
    expect(await send()).toMatchObject({ emailed: 1, repeated: 0, toCall });
    // The email to the unconfirmed donor is dropped at its delivery, unless the address is confirmed by then.
    expect(await listQueuedUserIds(deps)).toEqual([emailed.userId, unconfirmed.userId]);
    await deps.deliver();
    const messages = () => deps.emails.filter(({ subject }) => subject.startsWith('A message'));
    expect(messages().map(({ to }) => to)).toEqual([emailed.email]);
    expect(messages()[0]).toMatchObject({
      subject: 'A message about your blood donation on November 24, 2026',
      text: expect.stringContaining('Message from the center: Bring it to www. dhaka. example'),
      goodUntil: Date.UTC(2026, 10, 24, 18),
    });
    const people = [emailed.userId, unconfirmed.userId].sort();
    expect((await deps.takeRecorded()).at(-1)).toMatchObject({ action: `message ${tuesday}`, people });
    const other = await addMember(deps.db, 'other@example.org');
    await bookAppointment(deps, other, { center: 'Dhaka', date: wednesday });
    expect(await send(wednesday)).toMatchObject({ emailed: 1, repeated: 0, toCall: [] });
    expect(await send()).toMatchObject({ emailed: 0, repeated: 1, toCall });
    expect(await listQueuedUserIds(deps)).toEqual([other.userId]);
    await deps.deliver();
    expect(messages().map(({ to }) => to)).toEqual([emailed.email, other.email]);
    expect(messages().map(({ to }) => to)).not.toContain(ofClosedTime.email);
    expect(await codeOf(send())).toBe('too-many-requests');
  });

  test('the preview of a message is the email that a donor gets, and sends nothing', async (deps) => {
    const { preview } = createMessages(deps);
    const message = 'We open at 10:30, at the <north> gate';
    const [first, second] = deps.donors as [Viewer, Viewer, Viewer];
    for (const [{ userId }, change] of [
      [first, { email_verified_at: null }],
      [second, { language: 'bn' }],
    ] as const)
      await deps.db.updateTable('users').set(change).where('id', '=', userId).execute();
    const { email, ...counts } = await preview(tuesday, message);
    expect(counts).toEqual({ emailed: 2, toCall: 1 });
    const viewed = { action: 'view appointments', people: [second.userId], centerId: deps.centerId };
    expect((await deps.takeRecorded()).at(-1)).toMatchObject(viewed);
    expect(await preview(wednesday, message)).toEqual({ emailed: 0, toCall: 0 });
    expect(await listQueuedUserIds(deps)).toEqual([]);
    await sendDonorMessage(
      deps,
      coordinator,
      { centerId: deps.centerId, day: tuesday, text: message },
      async () => {},
    );
    await deps.deliver();
    const sent = deps.emails.find(({ to }) => to === second.email);
    expect(sent).toMatchObject({ subject: email?.subject, html: email?.html });
    expect(email?.html).toContain('We open at 10:30, at the &lt;north&gt; gate');
    expect(email?.html).toContain('<html lang="bn">');
  });

  test('on a site without an email server a message is no email, and names all expected donors to call', async (deps) => {
    const send = createMessages(deps);
    deps.emailServer.isSet = false;
    expect(await send.count(tuesday)).toEqual({ emailed: 0, toCall: 3 });
    expect(await send.preview(tuesday, 'Bring a pen')).toEqual({ emailed: 0, toCall: 3 });
    const viewed = { action: 'view appointments', people: { length: 3 }, centerId: deps.centerId };
    const sendText = (text?: string) =>
      sendDonorMessage(deps, coordinator, { centerId: deps.centerId, day: tuesday, text }, async () => {});
    for (const text of ['Bring a pen', undefined]) {
      expect(await sendText(text)).toMatchObject({ emailed: 0, repeated: 0, toCall: { length: 3 } });
      expect((await deps.takeRecorded()).at(-1)).toMatchObject(viewed);
    }
    expect(await listQueuedUserIds(deps)).toEqual([]);
    deps.emailServer.isSet = true;
    expect(await codeOf(sendText())).toBe('invalid-fields');
    expect(await sendText('Bring a pen')).toMatchObject({ emailed: 3, repeated: 0, toCall: [] });
  });

  test('a message reaches the donors of a center without clinics, and of no day that is over', async (deps) => {
    const send = createMessages(deps);
    const plain = await addTestCenter(deps, { name: 'Plain', series: [] });
    const donor = await addMember(deps.db, 'plain@example.org');
    await bookAppointment(deps, donor, { center: 'Plain', date: wednesday });
    expect(await send(wednesday, plain)).toMatchObject({ emailed: 1 });
    deps.time.now = noon + days(30);
    expect(await codeOf(send(wednesday, plain))).toBe('invalid-fields');
    expect(await codeOf(send(wednesday, 'unknown'))).toBe('not-found');
  });

  test('rejects a day without a clinic, a past day, a part of a clinic without times, and another center', async (deps) => {
    const reject = (changes: object) =>
      expect(
        addClosing(
          deps,
          coordinator,
          { centerId: deps.centerId, day: tuesday, ...WHOLE_DAY, message: null, ...changes },
          false,
        ),
      ).rejects;
    await reject({ day: '2026-11-26' }).toMatchObject({ code: 'invalid-fields' });
    await reject({ day: '2026-11-17' }).toMatchObject({ code: 'invalid-fields' });
    const plain = await addTestCenter(deps, { series: [{ ...rule, intervalMinutes: undefined }] });
    await reject({ centerId: plain, opens: '09:30' }).toMatchObject({ code: 'invalid-fields' });
    await reject({ opens: '09:10', closes: '09:25' }).toMatchObject({
      code: 'invalid-fields',
      fields: { opens: 'No arrival time is between these times' },
    });
    await reject({ centerId: 'unknown' }).toMatchObject({ code: 'not-found' });
    expect(deps.emails).toEqual([]);
  });
});
