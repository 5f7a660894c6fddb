// A process that inserts one appointment after another, each with a durable commit.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../platform/ids.ts';
import { repeatWork, type Sample } from '../measure.ts';
import { ownCpuMs, pinToCore, SERVER_CORE } from '../system.ts';

/** `tables`: SQL that creates the site's table of appointments and its indexes. */
export type Inserts = { tables: string[]; days: string[]; seconds: number };

process.once('message', async (job: Inserts) => {
  pinToCore(process.pid, SERVER_CORE);
  process.send?.(await insert(job));
  process.disconnect?.();
});

async function insert({ tables, days, seconds }: Inserts): Promise<Sample> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-inserts-'));
  using db = new DatabaseSync(join(folder.path, 'inserts.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  for (const table of tables) db.exec(table);
  const statement = db.prepare(`insert into appointments
    (id, user_id, email, name, phone, center, blood_group, day) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  let [count, members]: [number, string[]] = [0, []];
  const insertOne = () => {
    if (count % (64 * days.length) === 0) members = Array.from({ length: 64 }, newId);
    const member = members[count % 64] as string;
    const day = days[Math.floor(count / 64) % days.length] as string;
    const email = `donor-${member}@example.org`;
    statement.run(newId(), member, email, 'Rahim Uddin', '01712345678', 'Dhaka Medical College', 'O+', day);
    count += 1;
  };
  return await repeatWork(ownCpuMs, seconds, [insertOne]);
}
