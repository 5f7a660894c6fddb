import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Of each member. */
export const appointmentsEach = 10;

/** The `n`th member's user id. */
export const memberId = (n: number): string => `donor-${String(n).padStart(22, '0')}`;

/**
 * Fills the database of a stopped site with so many appointments, as they come in a real one: in the order of time, so
 * that those of one member lie far apart.
 */
export function fillAppointments(dataDir: string, rows: number): void {
  const file = join(dataDir, 'blood-buddies.db');
  using db = new DatabaseSync(file);
  // Nothing is lost if it breaks off: it is filled anew.
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000');
  const members = rows / appointmentsEach;
  const add = db.prepare(`
    insert into appointments (id, user_id, email, name, phone, center, blood_group, day)
    with recursive line(n) as (select 0 union all select n + 1 from line where n + 1 < ?1)
    select printf('%08x-%04x-7000-8000-%012x', (?1 * ?2 + n) >> 16, (?1 * ?2 + n) & 65535, n),
      printf('donor-%022d', n), printf('donor-%d@example.org', n), 'Rahim Uddin', '01712345678',
      'Dhaka Medical College', 'O+', date('2026-01-01', (?2 * 30) || ' days')
    from line`);
  for (let turn = 0; turn < appointmentsEach; turn += 1) add.run(members, turn);
  // Else the system writes gigabytes while it is measured.
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}
