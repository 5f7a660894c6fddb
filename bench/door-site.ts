import { utcDay } from '../contract/days.ts';
import { giveRole, openDatabase } from '../e2e/support/staff.ts';
import { newId } from '../platform/ids.ts';
import type { MeasuredSite } from './site.ts';

const centerName = 'Dhaka Center';
export const today = utcDay(Date.now());

export type Donor = { id: string; name: string };

/** Adds a center with its door staff, and appointments today. */
export function addCenter(site: MeasuredSite, staffEmails: readonly string[], count: number): Donor[] {
  using database = openFile(site);
  database.exec(
    `insert into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at) values ('c1', '${centerName}', 'dhaka center', 'Dhaka', 'UTC', null, null, 1, 0)`,
  );
  for (const email of staffEmails) giveRole(database, email, 'door', 'c1');
  const add = database.prepare(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, center_id, blood_group, day)
      values (?, ?, '', ?, '01712345678', '${centerName}', 'dhaka center', 'c1', 'O+', '${today}')`,
  );
  const donors = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    name: `Donor number ${n} of the day`,
  }));
  database.exec('begin');
  for (const { id, name } of donors) add.run(id, newId(), name);
  database.exec('commit');
  return donors;
}

export const openFile = ({ dataDir }: MeasuredSite) => openDatabase(dataDir);

/** Makes every session a new one with two-step verification, in which a shift can start. */
export function giveSecondFactor(site: MeasuredSite): void {
  using database = openFile(site);
  database.prepare("update sessions set second_factor = 'totp', auth_time = ?").run(Date.now());
}
