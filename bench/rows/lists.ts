import { closeSync, fsyncSync, mkdtempDisposableSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSite } from '../../e2e/support/site.ts';
import { GENERATOR_CORE, loadSide, SERVER_CORE } from '../load/run.ts';
import { compareSides, type Measurement } from '../measure.ts';
import { createMembers, listRequest } from '../members.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { keepOnCore } from '../system.ts';

const FEW = 1000;
const EACH = 10;
/** Members who ask, at most: spread over all, so that what they read lies all over the file. */
const MAX_ASKING = 5000;

/** One member's appointments: what they cost beyond HTTP, and among how many they are found. */
export const lists: Measurement = async (options) => {
  await using small = await startFilled(FEW);
  await using large = await startFilled(options.appointments);
  const label = `GET /api/appointments?email= with ${EACH} of a member's own`;
  const { url, members } = small;
  const [member] = members as [(typeof members)[0]];
  const asked = {
    url: `${url}/api/appointments?${new URLSearchParams({ email: member.email })}`,
    headers: { authorization: `Bearer ${member.token}` },
  };
  return [
    await compareWithNodeHttp(label, small, asked, options),
    {
      ...(await compareSides(
        listSide(`${label}, among ${stored(options.appointments)}`, large),
        listSide(`among ${stored(FEW)}`, small),
        options,
      )),
      target: 'p99 at most 1.5 times',
    },
  ];
};

const stored = (rows: number) => `${rows.toLocaleString('en')} stored`;

const listSide = (name: string, { url, pid, members }: Filled) =>
  loadSide(name, (seconds) => ({
    url,
    server: pid,
    requests: members.map((member) => listRequest(url, member)),
    connections: 16,
    seconds,
    statuses: [200],
    contains: '"_id":',
    core: GENERATOR_CORE,
  }));

type Filled = Awaited<ReturnType<typeof startFilled>>;

/** A site whose database is filled before it starts; the data goes when it stops. */
async function startFilled(rows: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-lists-'));
  const settings = { DATA_DIR: folder.path, RATE_LIMIT_SCALE: '100000' };
  // Its first start creates the tables.
  await (await startSite(settings)).stop();
  fillAppointments(folder.path, rows);
  const { url, pid, stop } = await startSite(settings);
  keepOnCore(pid, SERVER_CORE);
  const count = rows / EACH;
  const asking = Math.min(count, MAX_ASKING);
  const ids = Array.from({ length: asking }, (_, n) => memberId(Math.floor((n * count) / asking)));
  return {
    url,
    pid,
    members: await createMembers({ url, dataDir: folder.path }, ids),
    async [Symbol.asyncDispose]() {
      await stop();
      folder.remove();
    },
  };
}

const memberId = (n: number): string => `donor-${String(n).padStart(22, '0')}`;

/** In the order of time, as they come in a real site, so that those of one member lie far apart. */
function fillAppointments(dataDir: string, rows: number): void {
  const file = join(dataDir, 'blood-buddies.db');
  using db = new DatabaseSync(file);
  // Nothing is lost if it breaks off: it is filled anew.
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000');
  const add = db.prepare(`
    insert into appointments (id, user_id, email, name, phone, center, blood_group, day)
    with recursive line(n) as (select 0 union all select n + 1 from line where n + 1 < ?1)
    select printf('%08x-%04x-7000-8000-%012x', (?1 * ?2 + n) >> 16, (?1 * ?2 + n) & 65535, n),
      printf('donor-%022d', n), printf('donor-%d@example.org', n), 'Rahim Uddin', '01712345678',
      'Dhaka Medical College', 'O+', date('2026-01-01', (?2 * 30) || ' days')
    from line`);
  for (let turn = 0; turn < EACH; turn += 1) add.run(rows / EACH, turn);
  // Else the system writes gigabytes while it is measured.
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}
