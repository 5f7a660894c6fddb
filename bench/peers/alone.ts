// Peers that are not servers, each in a child process: the cost of the work without everything around it.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../platform/ids.ts';
import { createPasswordHasher } from '../../providers/identity/accounts/passwords.ts';
import type { Sample } from '../measure.ts';
import { pinToCore, SERVER_CORE } from '../system.ts';

/** `tables`: SQL that creates the site's table of appointments and its indexes. */
type Inserts = { peer: 'inserts'; tables: string[]; days: string[]; seconds: number };
type Passwords = { peer: 'passwords'; seconds: number };
export type PeerJob = Inserts | Passwords;

process.once('message', async (message: PeerJob) => {
  process.send?.(await (message.peer === 'inserts' ? insert(message) : verify(message)));
  process.disconnect?.();
});

async function sampleOf(work: () => Promise<number>): Promise<Sample> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const requests = await work();
  const { user, system } = process.cpuUsage(before);
  return { requests, seconds: (performance.now() - startedAt) / 1000, cpuMs: (user + system) / 1000 };
}

/** Inserts one row after another, each with a durable commit. */
async function insert({ tables, days, seconds }: Inserts): Promise<Sample> {
  pinToCore(process.pid, SERVER_CORE);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-inserts-'));
  using db = new DatabaseSync(join(folder.path, 'inserts.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  for (const table of tables) db.exec(table);
  const statement = db.prepare(`insert into appointments
    (id, user_id, email, name, phone, center, blood_group, day) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  let members: string[] = [];
  return await sampleOf(async () => {
    const until = performance.now() + seconds * 1000;
    let done = 0;
    for (; performance.now() < until; done += 1) {
      if (done % (64 * days.length) === 0) members = Array.from({ length: 64 }, newId);
      const member = members[done % 64] as string;
      const day = days[Math.floor(done / 64) % days.length] as string;
      const email = `donor-${member}@example.org`;
      statement.run(newId(), member, email, 'Rahim Uddin', '01712345678', 'Dhaka Medical College', 'O+', day);
    }
    return done;
  });
}

/** Verifies password hashes only, as many at once as the site does. */
async function verify({ seconds }: Passwords): Promise<Sample> {
  const passwords = createPasswordHasher();
  const sender = { address: 'bench', account: 'bench' };
  const hash = await passwords.hash('correct horse 1', sender);
  return sampleOf(async () => {
    const until = performance.now() + seconds * 1000;
    let done = 0;
    const keepVerifying = async () => {
      for (; performance.now() < until; done += 1)
        if (!(await passwords.verify('correct horse 1', hash, sender))) throw new Error('The hash is wrong.');
    };
    // More than are hashed concurrently, so that one always waits.
    await Promise.all(Array.from({ length: 8 }, keepVerifying));
    return done;
  });
}
