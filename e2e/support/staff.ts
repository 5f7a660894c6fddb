import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import type { Site } from './site.ts';

/** Opens the site's database, which the server uses at the same time. */
export const openDatabase = (dataDir: string): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'blood-buddies.db'), { timeout: 5000 });

/** Returns the link that makes the first owner. The site prints it soon after it has started. */
export async function readOwnerLink({ output }: Site): Promise<string> {
  const find = () => /open within 24 hours: (\S+)/.exec(output())?.[1];
  await expect.poll(find).toBeTruthy();
  return find() ?? '';
}

/** Gives the account with this email address a role, for one center or the whole site. */
export const giveRole = (database: DatabaseSync, email: string, role: string, centerId = ''): void =>
  void database
    .prepare('insert into staff_roles select id, ?, ?, 0 from users where email = ?')
    .run(role, centerId, email);

/** Makes every session one with two-step verification. */
export function giveSecondFactor(dataDir: string): void {
  using database = openDatabase(dataDir);
  database.prepare("update sessions set second_factor = 'totp'").run();
}

type Donor = { name: string; email?: string; phone?: string; time?: string | null };

/**
 * Adds the center `c1` with its staff, and an appointment today for each donor. Returns the ids of the
 * appointments.
 */
export function addCenterToday(
  database: DatabaseSync,
  staff: { email: string; role: string }[],
  donors: readonly Donor[],
  now = Date.now(),
): string[] {
  database.exec(
    "insert or ignore into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at) values ('c1', 'Dhaka Center', 'dhaka center', 'Dhaka', 'UTC', null, null, 1, 0)",
  );
  for (const { email, role } of staff) giveRole(database, email, role, 'c1');
  const add = database.prepare(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, center_id, blood_group, day, slot_time)
      values (?, ?, ?, ?, ?, 'Dhaka Center', 'dhaka center', 'c1', 'O+', ?, ?)`,
  );
  database.exec('begin');
  const ids = donors.map(({ name, email = '', phone = '01712345678', time = null }) => {
    const id = newId();
    add.run(id, newId(), email, name, phone, utcDay(now), time);
    return id;
  });
  database.exec('commit');
  return ids;
}
