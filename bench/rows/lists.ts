import { openDatabase } from '../../e2e/support/staff.ts';
import { requestBytes } from '../load/connection.ts';
import { loadSide } from '../load/run.ts';
import { compareSides, type Measurement } from '../measure.ts';
import { createMembers, listRequest } from '../members.ts';
import { compareWithNodeHttp } from '../peers/compare-with-node-http.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const SMALL_COUNT = 1000;
const APPOINTMENTS_PER_MEMBER = 10;
/** Maximum number of members who send requests: spread over all, so that their rows are spread over the file. */
const MAX_MEMBERS = 5000;

/** Lists of one member's appointments: their cost beyond HTTP, and how it depends on the number of stored rows. */
export const lists: Measurement = async (options) => {
  await using small = await startMeasuredSite();
  await using large = await startMeasuredSite();
  const smallRequests = await fillSite(small, SMALL_COUNT);
  const largeRequests = await fillSite(large, options.appointments);
  const label = `GET /api/appointments?email= with ${APPOINTMENTS_PER_MEMBER} of one member's`;
  const stored = `${options.appointments.toLocaleString('en')} stored`;
  const ours = listSide(`${label}, among ${stored}`, large, largeRequests);
  const peer = listSide('among 1,000 stored', small, smallRequests);
  const [request] = smallRequests as [(typeof smallRequests)[0]];
  return [
    await compareWithNodeHttp(label, small, request, options),
    { ...(await compareSides(ours, peer, options)), target: 'p99 at most 1.5 times' },
  ];
};

const listSide = (name: string, site: MeasuredSite, requests: ReturnType<typeof listRequest>[]) =>
  loadSide(name, site, () => ({
    requests: requests.map(requestBytes),
    connections: 16,
    matches: /"_id":/,
  }));

/** Adds appointments, and returns the requests of members for theirs. */
async function fillSite(site: MeasuredSite, rows: number) {
  fillAppointments(site, rows);
  const count = rows / APPOINTMENTS_PER_MEMBER;
  const memberCount = Math.min(count, MAX_MEMBERS);
  const ids = Array.from({ length: memberCount }, (_, n) => memberId(Math.floor((n * count) / memberCount)));
  const members = await createMembers(site, ids);
  return members.map((member) => listRequest(site, member));
}

const memberId = (n: number): string => `donor-${String(n).padStart(22, '0')}`;

/** Inserts appointments in the order of time, as in a real site, so that the rows of one member are far apart. */
function fillAppointments({ dataDir }: MeasuredSite, rows: number): void {
  using db = openDatabase(dataDir);
  // Only checkpoints wait for the disk, so that the system does not write gigabytes during the measurement.
  db.exec('pragma synchronous = normal; pragma cache_size = -1000000');
  const add = db.prepare(`
    insert into appointments (id, user_id, email, name, phone, center, blood_group, day)
    with recursive line(n) as (select 0 union all select n + 1 from line where n + 1 < ?1)
    select printf('%08x-%04x-7000-8000-%012x', (?1 * ?2 + n) >> 16, (?1 * ?2 + n) & 65535, n),
      printf('donor-%022d', n), printf('donor-%d@example.org', n), 'Rahim Uddin', '01712345678',
      'Dhaka Medical College', 'O+', date('2026-01-01', (?2 * 30) || ' days')
    from line`);
  for (let round = 0; round < APPOINTMENTS_PER_MEMBER; round += 1)
    add.run(rows / APPOINTMENTS_PER_MEMBER, round);
  db.exec('pragma wal_checkpoint(truncate)');
}
