// Peers, each in a child process: plain node:http with one fixed response, and the cost of work without everything
// around it.
import { mkdtempDisposableSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../platform/ids.ts';
import { createPasswordHasher } from '../../providers/identity/accounts/passwords.ts';
import { repeatWork, type Sample } from '../measure.ts';
import { pinToCore, SERVER_CORE } from '../system.ts';

type FixedResponse = { peer: 'node-http'; status: number; headers: Record<string, string>; body: Uint8Array };
/** `tables`: SQL that creates the site's table of appointments and its indexes. */
type Inserts = { peer: 'inserts'; tables: string[]; days: string[]; seconds: number };
type Passwords = { peer: 'passwords'; seconds: number };
export type PeerJob = FixedResponse | Inserts | Passwords;

process.once('message', async (job: PeerJob) => {
  if (job.peer !== 'passwords') pinToCore(process.pid, SERVER_CORE);
  if (job.peer === 'node-http') return serve(job);
  process.send?.(await (job.peer === 'inserts' ? insert(job) : verify(job)));
  process.disconnect?.();
});

/** Sends the port to the parent, and ends with it. */
function serve({ status, headers, body }: FixedResponse): void {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(status === 304 ? undefined : body);
  });
  process.once('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/** Inserts one row after another, each with a durable commit. */
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
  return await repeatWork(process.pid, seconds, [insertOne]);
}

/** Verifies password hashes only, as many at once as the site does. */
async function verify({ seconds }: Passwords): Promise<Sample> {
  const passwords = createPasswordHasher();
  const sender = { address: 'bench', account: 'bench' };
  const hash = await passwords.hash('correct horse 1', sender);
  const verifyOne = async () => {
    if (!(await passwords.verify('correct horse 1', hash, sender))) throw new Error('The hash is wrong.');
  };
  // More than are hashed concurrently, so that one always waits.
  return repeatWork(process.pid, seconds, Array(8).fill(verifyOne));
}
