import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../platform/ids.ts';
import type { Side } from '../measure.ts';
import { daysAhead } from '../members.ts';
import { ownCpuMs } from '../system.ts';

/** Inserts one appointment after another in this process, each with a durable commit. `tables`: the SQL that creates them. */
export const insertSide = (tables: string[]): Side => ({
  name: 'durable inserts with node:sqlite alone, same table and indexes',
  async measure(seconds) {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-inserts-'));
    using db = new DatabaseSync(join(folder.path, 'inserts.db'));
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    for (const table of tables) db.exec(table);
    const statement = db.prepare(`insert into appointments
      (id, user_id, email, name, phone, center, blood_group, day) values (?, ?, ?, ?, ?, ?, ?, ?)`);
    const days = daysAhead();
    let [count, members]: [number, string[]] = [0, []];
    const insertOne = () => {
      if (count % (64 * days.length) === 0) members = Array.from({ length: 64 }, newId);
      const member = members[count % 64] as string;
      const day = days[Math.floor(count / 64) % days.length] as string;
      const email = `donor-${member}@example.org`;
      statement.run(newId(), member, email, 'Rahim Uddin', '01712345678', 'Dhaka Medical College', 'O+', day);
      count += 1;
    };
    const [cpuBefore, startedAt] = [ownCpuMs(), performance.now()];
    while (performance.now() < startedAt + seconds * 1000) insertOne();
    const ms = performance.now() - startedAt;
    return { requests: count, seconds: ms / 1000, cpuMs: ownCpuMs() - cpuBefore };
  },
});
