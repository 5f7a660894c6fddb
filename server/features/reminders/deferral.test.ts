import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { days, hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { queueEndedDeferrals } from './deferral.ts';
import { setOptedOut } from './repository.ts';
import { createReminderDeps, due, saturday } from './testing/reminder-deps.ts';

const end = '2026-12-24' as Day;
const morning = Date.UTC(2026, 11, 24, 4);

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const deps = await createReminderDeps(open);
    const defer = async (id: string, until = end) =>
      void (await deps.db
        .updateTable('appointments')
        .set({ status: 'deferred', deferred_until: until })
        .where('id', '=', id)
        .execute());
    /** Runs the job at a time and returns the recipients of the new emails. */
    const run = async (now: number) => {
      deps.time.now = now;
      deps.emails.length = 0;
      await deps.runJob();
      return deps.emails.map(({ to }) => to);
    };
    return { ...deps, defer, run };
  }

  test('sends one email on the day a deferral ends, which does not say on a lock screen what it is about', async () => {
    await using deps = await createDeps();
    const viewer = await deps.member();
    await deps.defer(await deps.book(viewer));
    expect(await deps.run(morning - hours(1))).toEqual([]);
    deps.time.now = morning;
    await Promise.all([queueEndedDeferrals(deps), queueEndedDeferrals(deps)]);
    expect(await deps.run(morning)).toEqual([viewer.email]);
    expect(deps.emails[0]?.subject).toBe('Your next blood donation');
    expect(deps.emails[0]?.text).toContain('from today you may give blood again');
    expect(deps.emails[0]?.headers).toHaveProperty('List-Unsubscribe');
    expect(await deps.run(morning + hours(5))).toEqual([]);
  });

  test('sends to the address that the identity provider has now', async () => {
    await using deps = await createDeps();
    const viewer = await deps.member();
    await deps.defer(await deps.book(viewer));
    deps.accounts.changed.set(viewer.userId, { isConfirmed: true, email: 'changed@example.org' });
    expect(await deps.run(morning)).toEqual(['changed@example.org']);
  });

  test('a reminder of an appointment inside a deferral says to ask first, only below what lock screens show', async () => {
    await using deps = await createDeps();
    const viewer = await deps.member();
    await deps.defer(await deps.book(viewer, '2026-11-26' as Day), '2027-02-28' as Day);
    await deps.book(viewer);
    deps.time.now = due;
    await deps.runJob();
    const [email] = deps.emails;
    const note =
      'The donation center asked you to wait until February 28, 2027. Ask the center before you go.';
    expect(email?.text).toContain(note);
    expect(email?.text).not.toMatch(/look forward|sleep well/);
    expect(email?.text.indexOf(note)).toBeGreaterThan(200);
  });

  test('a changed end gets its own email; an undone or longer deferral, an opt-out and a late start get none', async () => {
    await using deps = await createDeps();
    const [changed, undone, longer, optedOut] = await Promise.all(
      ['changed', 'undone', 'longer', 'opted-out'].map((name) => deps.member(`${name}@example.org`)),
    );
    if (!changed || !undone || !longer || !optedOut) throw new Error('There are four members.');
    const id = await deps.book(changed);
    await deps.defer(id);
    for (const viewer of [longer, optedOut]) await deps.defer(await deps.book(viewer));
    await deps.defer(await deps.book(longer, '2026-11-29' as Day), '2027-03-01' as Day);
    await deps.book(undone, saturday);
    await setOptedOut(deps.db, optedOut.userId, 1);
    expect(await deps.run(morning)).toEqual([changed.email]);
    await deps.defer(id, '2026-12-30' as Day);
    expect(await deps.run(morning + days(6))).toEqual([changed.email]);
    expect(await deps.run(morning + days(200))).toEqual([]);
  });

  test('a deferral that the center prolongs while the job runs gets its email on its new last day', async () => {
    await using deps = await createDeps();
    const viewer = await deps.member();
    const id = await deps.book(viewer);
    await deps.defer(id);
    deps.time.now = morning;
    const { queuing } = await deps.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('appointments')
        .set({ deferred_until: '2026-12-30' as Day })
        .where('id', '=', id)
        .execute();
      const queuing = queueEndedDeferrals(deps);
      await waitForLock(deps.db);
      return { queuing };
    });
    expect(await queuing).toBe(0);
    expect(await deps.run(morning + days(6))).toEqual([viewer.email]);
  });
});
