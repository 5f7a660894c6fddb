import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { queueDueReminders } from './remind.ts';
import { selectDueReminders, setOptedOut } from './repository.ts';
import { createReminderDeps, due, extractTokens, saturday } from './testing/reminder-deps.ts';

const sunday = '2026-11-29' as Day;
const DAY = hours(24);

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createReminderDeps(open));

  test('sends one email on the day before, from ten in the morning, however many servers check how often', async (deps) => {
    const viewer = await deps.member();
    await deps.book(viewer);
    deps.time.now = due - hours(1);
    await deps.runJob();
    expect(deps.emails).toEqual([]);
    deps.time.now = due;
    await Promise.all(
      [queueDueReminders(deps), queueDueReminders(deps), queueDueReminders(deps)].map((run) =>
        run.catch(() => 0),
      ),
    );
    await deps.runJob();
    await deps.runJob();
    deps.time.now += hours(13);
    await deps.runJob();
    expect(deps.emails.map(({ to }) => to)).toEqual([viewer.email]);
    const [email] = deps.emails;
    expect(email?.subject).toBe('Your blood donation on November 28, 2026');
    for (const body of [email?.text, email?.html]) {
      expect(body).toContain('Hello Rahim Uddin');
      expect(body).toContain('Saturday, November 28, 2026');
      expect(body).toContain('Dhaka Medical College');
    }
  });

  test('names the arrival time, the address of a center and what it says about a visit', async (deps) => {
    const id = await deps.book(await deps.member());
    await deps.putAt(id, 'c1');
    const usual = 'eat something and drink plenty of water';
    const visit = '{"bring":"A card","food":"A light meal before"}';
    await deps.db.updateTable('centers').set({ visit }).execute();
    deps.time.now = due;
    await deps.runJob();
    for (const body of [deps.emails[0]?.text, deps.emails[0]?.html]) {
      expect(body).toContain('10:30');
      expect(body).toContain('12 Green Road');
      // The email has the current name of a renamed center.
      expect(body).toContain('North Clinic');
      expect(body).toContain('A card');
      expect(body).toContain('A light meal before');
      expect(body).not.toContain(usual);
    }
  });

  test('sends from 16:00 on the day before at the center, until its day begins', async (deps) => {
    const zones = {
      auckland: ['Pacific/Auckland', '2026-11-27T03:00:00Z'],
      dhaka: ['Asia/Dhaka', '2026-11-27T10:00:00Z'],
      honolulu: ['Pacific/Honolulu', '2026-11-28T02:00:00Z'],
    } as const;
    for (const [name, [timeZone]] of Object.entries(zones))
      await deps.putAt(await deps.book(await deps.member(`${name}@example.org`)), name, timeZone);
    for (const [name, [, from]] of Object.entries(zones)) {
      deps.emails.length = 0;
      deps.time.now = Date.parse(from) - 60_000;
      await deps.runJob();
      expect(deps.emails).toEqual([]);
      deps.time.now = Date.parse(from);
      await queueDueReminders(deps);
      // It is still before midnight at each center.
      deps.time.now += hours(6);
      await deps.runJob();
      expect(deps.emails.map(({ to }) => to)).toEqual([`${name}@example.org`]);
    }
  });

  test('discards a reminder when the day begins at the center', async (deps) => {
    await deps.putAt(await deps.book(await deps.member()), 'c1', 'Pacific/Auckland');
    deps.time.now = Date.parse('2026-11-27T03:00:00Z');
    await queueDueReminders(deps);
    // It is midnight in Auckland, and 11:00 of the day before in UTC.
    deps.time.now = Date.parse('2026-11-27T11:00:00Z');
    await deps.outbox.deliver();
    expect(deps.emails).toEqual([]);
    expect(await deps.outbox.countWaiting('reminder', 9)).toBe(0);
  });

  test('skips an unconfirmed address; sends to the address that the identity provider has now', async (deps) => {
    const unconfirmed = { emailVerified: false };
    const viewer = await deps.member('new@example.org', unconfirmed);
    await deps.book(viewer);
    await deps.book(viewer, sunday);
    deps.time.now = due;
    await deps.runJob();
    expect(deps.emails).toEqual([]);
    expect(await deps.outbox.countWaiting('reminder', 9)).toBe(0);

    deps.time.now = due + DAY;
    deps.accounts.changed.set(viewer.userId, { isConfirmed: true, email: 'changed@example.org' });
    await deps.runJob();
    expect(deps.emails.map(({ to }) => to)).toEqual(['changed@example.org']);
  });

  test('sends late on the day before if the server was down, but never on the day itself', async (deps) => {
    await deps.book(await deps.member());
    await deps.book(await deps.member('late@example.org'), sunday);
    deps.time.now = due + hours(13);
    await deps.runJob();
    expect(deps.emails).toHaveLength(1);
    deps.time.now = due + DAY + hours(14);
    await deps.runJob();
    expect(deps.emails).toHaveLength(1);
  });

  test('discards a reminder that could not be delivered before the day', async (deps) => {
    await deps.book(await deps.member());
    deps.time.now = due;
    await queueDueReminders(deps);
    deps.time.now = due + hours(14);
    await deps.outbox.deliver();
    expect(deps.emails).toEqual([]);
    expect(await deps.outbox.countWaiting('reminder', 9)).toBe(0);
  });

  test('sends none for a canceled appointment, or if its day was closed before or after it was queued', async (deps) => {
    const book = async (name: string) => deps.book(await deps.member(`${name}@example.org`));
    const [canceled, canceledLater, closed, restored] = [
      ...[await book('canceled'), await book('later')],
      ...[await book('closed'), await book('restored')],
    ];
    const setStatus = (id: string | undefined, status: 'booked' | 'cancelled') =>
      deps.db
        .updateTable('appointments')
        .set({ status })
        .where('id', '=', id ?? '')
        .execute();
    await setStatus(canceled, 'cancelled');
    await setStatus(restored, 'cancelled');
    await deps.putAt(closed ?? '', 'c1', 'Asia/Dhaka', '10:30');
    await deps.close('10:30');
    deps.time.now = due;
    await queueDueReminders(deps);
    await setStatus(canceledLater, 'cancelled');
    await deps.runJob();
    expect(deps.emails).toEqual([]);
    await setStatus(restored, 'booked');
    await deps.runJob();
    expect(deps.emails.map(({ to }) => to)).toEqual(['restored@example.org']);
  });

  test('sends one reminder for each day that an appointment is moved to', async (deps) => {
    const viewer = await deps.member();
    const id = await deps.book(viewer);
    const move = (day: Day) => moveAppointment(deps, viewer, id, { day });
    deps.time.now = due;
    await deps.runJob();
    expect(await move(sunday)).toEqual({ success: true });
    await deps.runJob();
    await move(saturday);
    await deps.runJob();
    expect(deps.emails).toHaveLength(1);
    await move(sunday);
    deps.time.now = due + DAY;
    await deps.runJob();
    expect(deps.emails.map(({ subject }) => subject)).toEqual([
      'Your blood donation on November 28, 2026',
      'Your blood donation on November 29, 2026',
    ]);
  });

  test('sends no reminder for the old day when the appointment moves while its email waits', async (deps) => {
    const viewer = await deps.member();
    const id = await deps.book(viewer);
    deps.time.now = due;
    await queueDueReminders(deps);
    await moveAppointment(deps, viewer, id, { day: sunday });
    await deps.outbox.deliver();
    expect(deps.emails).toEqual([]);
    deps.time.now = due + DAY;
    await deps.runJob();
    expect(deps.emails).toHaveLength(1);
  });

  it.each([
    ['the day before', due - hours(10), 0],
    ['late on the day before', due + hours(5), 0],
    ['two days before', due - hours(13), 1],
  ])('sends the expected number of reminders when booked %s', async (_, bookedAt, emails) => {
    await using deps = await createReminderDeps(open);
    deps.time.now = bookedAt;
    await deps.book(await deps.member());
    deps.time.now = Math.max(due, bookedAt);
    await deps.runJob();
    expect(deps.emails).toHaveLength(emails);
  });

  test('sends nothing to members who turned reminders off, canceled or deleted their account', async (deps) => {
    const [optedOut, deletedMember] = [await deps.member(), await deps.member('left@example.org')];
    await deps.book(optedOut);
    await deps.book(deletedMember);
    await setOptedOut(deps.db, optedOut.userId, deps.clock());
    deps.time.now = due;
    await queueDueReminders(deps);
    await deps.db.deleteFrom('users').where('id', '=', deletedMember.userId).execute();
    await deps.runJob();
    expect(deps.emails).toEqual([]);
    await setOptedOut(deps.db, optedOut.userId, null);
    await deps.book(optedOut, sunday);
    deps.time.now = due + DAY - hours(1);
    await deps.runJob();
    expect(deps.emails).toEqual([]);
  });

  test('sends a Bengali email with links to Bengali pages to a member who reads Bengali', async (deps) => {
    const viewer = await deps.member();
    await deps.book(viewer);
    await deps.db.updateTable('users').set({ language: 'bn' }).execute();
    await deps.db.updateTable('appointments').set({ slot_time: '09:30' }).execute();
    deps.time.now = due;
    await deps.runJob();
    const [email] = deps.emails;
    expect(email?.subject).toContain('২৮ নভেম্বর, ২০২৬');
    expect(email?.text).toMatch(/শনিবার, ২৮ নভেম্বর, ২০২৬/);
    expect(email?.text).toMatch(/০৯:৩০/);
    expect(email?.text).toMatch(/http:\/\/localhost:3000\/bn\/reminder#\S+/);
    expect(email?.html).toContain('<html lang="bn">');
    expect(email?.text).not.toMatch(/donation|Hello|Cancel|Stop/);
  });

  test('sends the email in the first language of a site that no longer shows that of the member', async (deps) => {
    await deps.book(await deps.member());
    await deps.db.updateTable('users').set({ language: 'bn' }).execute();
    deps.time.now = due;
    await queueDueReminders(deps);
    deps.showLanguages(['en']);
    await deps.runJob();
    expect(deps.emails[0]?.html).toContain('<html lang="en">');
  });

  test('has no cancel link for a paid appointment', async (deps) => {
    const id = await deps.book(await deps.member());
    const payment = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: deps.clock() };
    await deps.db.transaction().execute((trx) => markPaid(trx, id, payment));
    deps.time.now = due;
    await deps.runJob();
    expect(extractTokens(deps.emails[0])).toEqual({ cancel: undefined, stop: expect.any(String) });
  });

  test('queues a limited number of reminders at a time and sends each once', async (deps) => {
    const viewer = await deps.member();
    const id = await deps.book(viewer);
    const row = await deps.appointment(id);
    const names = Array.from({ length: 450 }, (_, n) => `${n}`);
    const person = { created_at: 0, reminders_stopped_at: null, email_verified_at: 0 };
    await deps.db
      .insertInto('users')
      .values(names.map((name) => ({ ...person, id: name, email: `${name}@example.org` })))
      .execute();
    await deps.insert(names.map((name) => ({ ...row, id: `a${name}`, user_id: name })));
    deps.time.now = due;
    expect([await queueDueReminders(deps), await queueDueReminders(deps)]).toEqual([200, 0]);
    await deps.runJob();
    await deps.runJob();
    await deps.runJob();
    expect(new Set(deps.emails.map(({ to }) => to)).size).toBe(451);
    expect(deps.emails).toHaveLength(451);
  });

  test('reads only the remaining appointments of the day, by their index', async (deps) => {
    const id = await deps.book(await deps.member());
    const row = await deps.appointment(id);
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      ...row,
      id: `a${i}`,
      user_id: `u${i}`,
      day: `20${10 + (i % 90)}-01-01` as Day,
      reminded_day: i % 3 === 0 ? (`20${10 + (i % 90)}-01-01` as Day) : null,
    }));
    await deps.insert(rows);
    await sql`analyze`.execute(deps.db);
    for (const day of [saturday, '2041-01-01' as Day]) {
      const query = selectDueReminders(deps.db, { day, centerIds: undefined }, 200);
      const onSqlite = await query.explain(undefined, sql`query plan`).catch(() => query.explain('text'));
      const plan = onSqlite.map((line) => Object.values(line).join(' ')).join('\n');
      expect(plan).toMatch(/appointments_to_remind/);
      expect(plan).not.toMatch(/temp b-tree|seq scan|scan appointments/i);
    }
  });
});
