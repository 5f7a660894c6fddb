import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { moveAppointment } from '#server/features/appointments/rules.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { markPaid } from '../payments/appointment-repository.ts';
import { queueDueReminders } from './remind.ts';
import { selectDueReminders, setOptedOut } from './repository.ts';
import { createReminderDeps, due, linksIn, saturday } from './testing/reminder-deps.ts';

const sunday = '2026-11-29' as Day;
const DAY = hours(24);

onAllDatabases((open) => {
  const deps = () => createReminderDeps(open);

  test('sends one email on the day before, from ten in the morning, no matter how many servers check how often', async () => {
    await using here = await deps();
    const viewer = await here.someone();
    await here.book(viewer);
    here.time.now = due - hours(1);
    await here.round();
    expect(here.mails).toEqual([]);
    here.time.now = due;
    await Promise.all(
      [queueDueReminders(here), queueDueReminders(here), queueDueReminders(here)].map((round) =>
        round.catch(() => 0),
      ),
    );
    await here.round();
    await here.round();
    here.time.now += hours(13);
    await here.round();
    expect(here.mails.map(({ to }) => to)).toEqual([viewer.email]);
    const [mail] = here.mails;
    expect(mail?.subject).toBe('Your blood donation on November 28, 2026');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Hello Rahim Uddin');
      expect(body).toContain('Saturday, November 28, 2026');
      expect(body).toContain('Dhaka Medical College');
    }
  });

  test('skips an unverified address, and sends once the identity provider reports it as verified', async () => {
    await using here = await deps();
    const unconfirmed = { emailVerified: false };
    const viewer = await here.someone('new@example.org', unconfirmed);
    const record = { emailVerified: true, providerUserInfo: [], createdAt: '0', lastLoginAt: '0' };
    await here.book(viewer);
    await here.book(viewer, sunday);
    here.time.now = due;
    here.account.current = { ...record, email: 'another@example.org' };
    await here.round();
    expect(here.mails).toEqual([]);
    expect(await here.outbox.countWaiting('reminder', 9)).toBe(0);

    here.time.now = due + DAY;
    here.account.current = { ...record, email: viewer.email };
    await here.round();
    expect(here.mails.map(({ to }) => to)).toEqual([viewer.email]);
  });

  test('sends late on the day before if the server was down, but never on the day itself', async () => {
    await using here = await deps();
    await here.book(await here.someone());
    await here.book(await here.someone('late@example.org'), sunday);
    here.time.now = due + hours(13);
    await here.round();
    expect(here.mails).toHaveLength(1);
    here.time.now = due + DAY + hours(14);
    await here.round();
    expect(here.mails).toHaveLength(1);
  });

  test('discards a reminder that could not be delivered before the day', async () => {
    await using here = await deps();
    await here.book(await here.someone());
    here.time.now = due;
    await queueDueReminders(here);
    here.time.now = due + hours(14);
    await here.outbox.deliver();
    expect(here.mails).toEqual([]);
    expect(await here.outbox.countWaiting('reminder', 9)).toBe(0);
  });

  test('sends one reminder for each day that an appointment is moved to', async () => {
    await using here = await deps();
    const viewer = await here.someone();
    const id = await here.book(viewer);
    const move = (date: string) => moveAppointment(here, viewer, id, date);
    here.time.now = due;
    await here.round();
    expect(await move(sunday)).toEqual({ success: true });
    await here.round();
    await move(saturday);
    await here.round();
    expect(here.mails).toHaveLength(1);
    await move(sunday);
    here.time.now = due + DAY;
    await here.round();
    expect(here.mails.map(({ subject }) => subject)).toEqual([
      'Your blood donation on November 28, 2026',
      'Your blood donation on November 29, 2026',
    ]);
  });

  test('sends no reminder for the old day when the appointment moves while its email waits', async () => {
    await using here = await deps();
    const viewer = await here.someone();
    const id = await here.book(viewer);
    here.time.now = due;
    await queueDueReminders(here);
    await moveAppointment(here, viewer, id, sunday);
    await here.outbox.deliver();
    expect(here.mails).toEqual([]);
    here.time.now = due + DAY;
    await here.round();
    expect(here.mails).toHaveLength(1);
  });

  test.each([
    ['the day before', due - hours(10), 0],
    ['late on the day before', due + hours(5), 0],
    ['two days before', due - hours(13), 1],
  ])('sends the expected number of reminders when booked %s', async (_, bookedAt, mails) => {
    await using here = await deps();
    here.time.now = bookedAt;
    await here.book(await here.someone());
    here.time.now = Math.max(due, bookedAt);
    await here.round();
    expect(here.mails).toHaveLength(mails);
  });

  test('sends nothing to members who turned reminders off, canceled or deleted their account', async () => {
    await using here = await deps();
    const [stopped, left] = [await here.someone(), await here.someone('left@example.org')];
    await here.book(stopped);
    await here.book(left);
    await setOptedOut(here.db, stopped.userId, here.clock());
    here.time.now = due;
    await queueDueReminders(here);
    await here.db.deleteFrom('users').where('id', '=', left.userId).execute();
    await here.round();
    expect(here.mails).toEqual([]);
    await setOptedOut(here.db, stopped.userId, null);
    await here.book(stopped, sunday);
    here.time.now = due + DAY - hours(1);
    await here.round();
    expect(here.mails).toEqual([]);
  });

  test('sends a Bengali email with links to Bengali pages to a member who reads Bengali', async () => {
    await using here = await deps();
    const viewer = await here.someone();
    await here.book(viewer);
    await here.db.updateTable('users').set({ language: 'bn' }).execute();
    here.time.now = due;
    await here.round();
    const [mail] = here.mails;
    expect(mail?.subject).toContain('২৮ নভেম্বর, ২০২৬');
    expect(mail?.text).toMatch(/শনিবার, ২৮ নভেম্বর, ২০২৬/);
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/bn\/reminder#\S+/);
    expect(mail?.html).toContain('<html lang="bn">');
    expect(mail?.text).not.toMatch(/donation|Hello|Cancel|Stop/);
  });

  test('has no cancel link for a paid appointment', async () => {
    await using here = await deps();
    const id = await here.book(await here.someone());
    const payment = { intentId: 'pi_1', amount: 500, currency: 'usd', paidAt: here.clock() };
    await here.db.transaction().execute((trx) => markPaid(trx, id, payment));
    here.time.now = due;
    await here.round();
    expect(linksIn(here.mails[0])).toEqual({ cancel: undefined, stop: expect.any(String) });
  });

  test('queues a limited number of reminders at a time and sends each once', async () => {
    await using here = await deps();
    const viewer = await here.someone();
    const id = await here.book(viewer);
    const row = await here.appointment(id);
    const names = Array.from({ length: 450 }, (_, n) => `${n}`);
    const person = { created_at: 0, reminders_stopped_at: null, email_verified_at: 0 };
    await here.db
      .insertInto('users')
      .values(names.map((name) => ({ ...person, id: name, email: `${name}@example.org` })))
      .execute();
    await here.insert(names.map((name) => ({ ...row, id: `a${name}`, user_id: name })));
    here.time.now = due;
    expect([await queueDueReminders(here), await queueDueReminders(here)]).toEqual([200, 0]);
    await here.round();
    await here.round();
    await here.round();
    expect(new Set(here.mails.map(({ to }) => to)).size).toBe(451);
    expect(here.mails).toHaveLength(451);
  }, 60_000);
});

onBothDatabases([serverMigrations], (open) => {
  test('reads only the remaining appointments of the day, by their index', async () => {
    await using here = await createReminderDeps(open);
    const id = await here.book(await here.someone());
    const row = await here.appointment(id);
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      ...row,
      id: `a${i}`,
      user_id: `u${i}`,
      day: `20${10 + (i % 90)}-01-01`,
      reminded_day: i % 3 === 0 ? `20${10 + (i % 90)}-01-01` : null,
    }));
    await here.insert(rows);
    await sql`analyze`.execute(here.db);
    for (const day of [saturday, '2041-01-01' as Day]) {
      const query = selectDueReminders(here.db, day, 200);
      const onSqlite = await query.explain(undefined, sql`query plan`).catch(() => query.explain('text'));
      const plan = onSqlite.map((line) => Object.values(line).join(' ')).join('\n');
      expect(plan).toMatch(/appointments_to_remind/);
      expect(plan).not.toMatch(/temp b-tree|seq scan|scan appointments/i);
    }
  });
});
