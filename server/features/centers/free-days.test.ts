import { expect } from 'vitest';
import type { Day } from '#contract/days.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import { addMember, filledForm } from '#server/testing/people.ts';
import { describeNextDays, listWithNextFree } from './rules.ts';
import { addTestCenter, openCenterDeps, rule } from './testing/center-deps.ts';

const [tuesday, wednesday, saturday] = ['2026-11-24', '2026-11-25', '2026-11-28'] as Day[];

const oneSlot = { ...rule, intervalMinutes: undefined, slots: 1 };

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => openCenterDeps(open));

  test('counts the next three free days of all centers, at most every 30 s', async (deps) => {
    const dhaka = await addTestCenter(deps, { name: 'Dhaka', series: [{ ...oneSlot, weekdays: [2, 3] }] });
    await addTestCenter(deps, { name: 'Sylhet', series: [{ ...oneSlot, weekdays: [3, 6], slots: 5 }] });
    const days = async () => (await describeNextDays(deps)).days;
    const first = await days();
    expect(first).toEqual([
      { date: tuesday, free: 1, centers: 1, center: { _id: dhaka, name: 'Dhaka' } },
      { date: wednesday, free: 6, centers: 2 },
      { date: saturday, free: 5, centers: 1, center: { _id: expect.anything(), name: 'Sylhet' } },
    ]);
    expect((await listWithNextFree(deps)).map(({ name, nextFree }) => [name, nextFree?.date])).toEqual([
      ['Dhaka', tuesday],
      ['Sylhet', wednesday],
    ]);
    const donor = await addMember(deps.db, 'donor@example.org');
    await requestAppointment(deps, donor, filledForm({ center: 'Dhaka', date: tuesday }));
    deps.time.now += seconds(29);
    expect(await days()).toBe(first);
    deps.time.now += seconds(1);
    expect((await days()).map(({ date }) => date)).toEqual([wednesday, saturday, '2026-12-01']);
  });

  test("begins with the center's own day", async (deps) => {
    await addTestCenter(deps, { series: [{ ...oneSlot, weekdays: [2], closes: '23:59' }] });
    await deps.db.updateTable('centers').set({ time_zone: 'Pacific/Honolulu' }).execute();
    deps.time.now = Date.parse('2026-11-25T08:00:00Z');
    expect((await describeNextDays(deps)).days[0]?.date).toBe(tuesday);
  });
});
