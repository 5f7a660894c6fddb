// The measure for bookings: node:sqlite alone in a process of its own on core 0, which inserts one row after the other
// into a copy of the site's table, each with a commit of its own. Tells how many a second.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../../platform/ids.ts';
import { keepOnCore } from '../../cores.ts';

/** `tables`: the statements that make the site's table and its indexes. */
export type Inserting = { tables: string[]; days: string[]; seconds: number };

process.once('message', ({ tables, days, seconds }: Inserting) => {
  keepOnCore(process.pid, 0);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-inserts-'));
  using db = new DatabaseSync(join(folder.path, 'inserts.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  for (const table of tables) db.exec(table);
  const insert = db.prepare(`insert into appointments
    (id, user_id, email, name, phone, center, blood_group, day) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  let members: string[] = [];
  const until = performance.now() + seconds * 1000;
  let inserted = 0;
  const began = performance.now();
  while (performance.now() < until) {
    if (inserted % (64 * days.length) === 0) members = Array.from({ length: 64 }, newId);
    const member = members[inserted % members.length] as string;
    const day = days[Math.floor(inserted / members.length) % days.length] as string;
    const email = `donor-${member}@example.org`;
    insert.run(newId(), member, email, 'Rahim Uddin', '01712345678', 'Dhaka Medical College', 'O+', day);
    inserted += 1;
  }
  process.send?.(inserted / ((performance.now() - began) / 1000));
  process.disconnect?.();
});
