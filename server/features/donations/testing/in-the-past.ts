import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Moves an appointment to a past day, which cannot be booked, in the database of a running site. */
export function moveToPast(dataDir: string, appointmentId: string, day: string): void {
  const db = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { timeout: 5000 });
  const { changes } = db.prepare('update appointments set day = ? where id = ?').run(day, appointmentId);
  db.close();
  if (changes !== 1) throw new Error(`There is no appointment ${appointmentId}.`);
}
