import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import { hours } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { newMember, noon } from '#server/testing/people.ts';
import { type AdministrationDeps, addCenter, changeSeries } from '../administration.ts';
import { createDirectory } from '../directory.ts';
import { createPlaces } from '../rules.ts';

export const coordinator: StaffMember = {
  ...newMember('coordinator@example.org'),
  roles: [{ role: 'coordinator', centerId: 'c1' }],
  role: 'coordinator',
  shift: { id: 's', device: '', endsAt: noon + hours(12) },
  hasSecondFactor: true,
};

/** Dependencies of centers and appointments on one server. `recorded` are the entries of the staff log. */
export function createCenterDeps(db: Db, time = { now: noon }) {
  const clock = () => time.now;
  const directory = createDirectory({ db, clock });
  const emails: { to: string; subject: string; text: string }[] = [];
  const recorded: { action: string; people: string[] }[] = [];
  const change: AdministrationDeps['change'] = (_, work) =>
    inTransaction(db, (trx) => work(trx, async (entry) => void recorded.push(entry)));
  return {
    ...{ db, clock, time, directory, change, recorded, emails, publicUrl: 'https://blood.example' },
    notifyMember: (async (_, { user_id }, render) =>
      void emails.push({ to: user_id, ...render({ language: 'en' }) })) as AdministrationDeps['notifyMember'],
    places: createPlaces({ db, clock, directory }),
    cancelOpenPayment: async () => {},
    cancelPaymentLater: async (_: Trx) => {},
  };
}

/** 2 places every 30 minutes on each Tuesday and Wednesday, from 9 to 10. November 24 and 25, 2026 are the first two. */
export const rule: ClinicRule = {
  weekdays: [2, 3],
  from: '2026-11-01' as Day,
  opens: '09:00',
  closes: '10:00',
  intervalMinutes: 30,
  places: 2,
  exceptions: [],
};

type Deps = ReturnType<typeof createCenterDeps>;

/** Adds a center with these series and returns its id. */
export async function addTestCenter(
  deps: Deps,
  { name = `Center ${newId()}`, series = [rule] }: { name?: string; series?: ClinicRule[] } = {},
): Promise<string> {
  const id = await addCenter(deps, coordinator, { name, address: 'Dhaka', timeZone: 'Asia/Dhaka' });
  for (const each of series) await changeSeries(deps, coordinator, { centerId: id, rule: each }, false);
  return id;
}

/** Compares the taken places with the appointments that take them. Returns the differences. */
export async function findLostPlaces(db: Db): Promise<unknown[]> {
  const places = await db.selectFrom('places').selectAll().execute();
  const appointments = await db
    .selectFrom('appointments')
    .select(['center_id', 'day', 'place_time'])
    .where('place_time', 'is not', null)
    .execute();
  const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
  const counts = new Map(places.map((p) => [keyOf(p.center_id, p.day, p.time), -p.taken]));
  for (const a of appointments) {
    const key = keyOf(a.center_id, a.day, a.place_time);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, difference]) => difference !== 0);
}
