import { utcDay } from '../contract/days.ts';
import { addCenterToday, openDatabase } from '../e2e/support/staff.ts';
import type { MeasuredSite } from './site.ts';

export const today = utcDay(Date.now());

export type Donor = { id: string; name: string };

/** Adds a center with its door staff, and appointments today. */
export function addCenter(site: MeasuredSite, staffEmails: readonly string[], count: number): Donor[] {
  using database = openFile(site);
  const donors = Array.from({ length: count }, (_, n) => ({ name: `Donor number ${n} of the day` }));
  const staff = staffEmails.map((email) => ({ email, role: 'door' }));
  const ids = addCenterToday(database, staff, donors);
  return donors.map((donor, n) => ({ ...donor, id: ids[n] as string }));
}

export const openFile = ({ dataDir }: MeasuredSite) => openDatabase(dataDir);

/** Makes every session a new one with two-step verification, in which a shift can start. */
export function giveSecondFactor(site: MeasuredSite): void {
  using database = openFile(site);
  database.prepare("update sessions set second_factor = 'totp', auth_time = ?").run(Date.now());
}
