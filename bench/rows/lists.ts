import { centerKey } from '../../contract/center-key.ts';
import { openDatabase } from '../../e2e/support/staff.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Measurement } from '../measure.ts';
import { createMembers, listRequest } from '../members.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { startMeasuredSite } from '../site.ts';

const SMALL_COUNT = 1000;
const APPOINTMENTS_PER_MEMBER = 10;
/** Maximum number of members who send requests: spread over all, so that their rows are spread over the file. */
const MAX_MEMBERS = 5000;

/** Lists of one member's appointments: their cost beyond HTTP, and how it depends on the number of stored rows. */
export const lists: Measurement = async (options) => {
  await using small = await startFilled(SMALL_COUNT);
  await using large = await startFilled(options.appointments);
  const label = `GET /api/appointments?email= with ${APPOINTMENTS_PER_MEMBER} of one member's`;
  const [member] = small.members as [(typeof small.members)[0]];
  const request = listRequest(small, member);
  const ours = listSide(`${label}, among ${formatStored(options.appointments)}`, large);
  const peer = listSide(`among ${formatStored(SMALL_COUNT)}`, small);
  return [
    await compareWithNodeHttp(label, small, request, options),
    { ...(await compareSides(ours, peer, options)), target: 'p99 at most 1.5 times' },
  ];
};

const formatStored = (rows: number) => `${rows.toLocaleString('en')} stored`;

const listSide = (name: string, site: Awaited<ReturnType<typeof startFilled>>) =>
  loadSide(name, site, () => ({
    requests: site.members.map((member) => requestBytes(listRequest(site, member))),
    connections: 16,
    matches: /"_id":/,
  }));

/** Starts a site with a filled database, which is deleted when it stops. */
async function startFilled(rows: number) {
  // The first start creates the tables.
  const first = await startMeasuredSite();
  await first.shutDown();
  fillAppointments(first.dataDir, rows);
  const { url, pid, stop } = await startMeasuredSite({ DATA_DIR: first.dataDir });
  const count = rows / APPOINTMENTS_PER_MEMBER;
  const memberCount = Math.min(count, MAX_MEMBERS);
  const ids = Array.from({ length: memberCount }, (_, n) => memberId(Math.floor((n * count) / memberCount)));
  const members = await createMembers({ url, dataDir: first.dataDir }, ids);
  return { url, pid, members, [Symbol.asyncDispose]: () => stop().finally(first.stop) };
}

const CENTER = 'Dhaka Medical College';

const memberId = (n: number): string => `donor-${String(n).padStart(22, '0')}`;

/** Inserts appointments in the order of time, as in a real site, so that the rows of one member are far apart. */
function fillAppointments(dataDir: string, rows: number): void {
  using db = openDatabase(dataDir);
  // Closing it writes everything to the disk, so that nothing is left to write during the measurement.
  db.exec('pragma cache_size = -1000000');
  const add = db.prepare(`
    insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day)
    with recursive line(n) as (select 0 union all select n + 1 from line where n + 1 < ?1)
    select printf('%08x-%04x-7000-8000-%012x', (?1 * ?2 + n) >> 16, (?1 * ?2 + n) & 65535, n),
      printf('donor-%022d', n), printf('donor-%d@example.org', n), 'Rahim Uddin', '01712345678',
      '${CENTER}', '${centerKey(CENTER)}', 'O+', date('2026-01-01', (?2 * 30) || ' days')
    from line`);
  for (let round = 0; round < APPOINTMENTS_PER_MEMBER; round += 1)
    add.run(rows / APPOINTMENTS_PER_MEMBER, round);
}
