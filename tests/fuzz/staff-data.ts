import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Member, TestApp } from '../test-app.ts';

const idOf = (name: string) => `0193aa11-0000-7000-8000-${name.padStart(12, '0')}`;
export const centerId = idOf('c001');
const [reported, waiting, removed, refused] = ['a001', 'a002', 'a003', 'a004'].map(idOf);

/**
 * Makes the members owners in a shift, with something to decide about, and replaces what was decided or deleted.
 * @returns the ids of all this. The members themselves must not be signed out, so theirs are not among them
 */
export async function addStaffData(
  app: TestApp,
  { members, bystander }: { members: Member[]; bystander: Member },
): Promise<string[]> {
  using database = new DatabaseSync(join(app.dataDir, 'blood-buddies.db'), { timeout: 5000 });
  for (const { userId } of members) giveRole(database, userId);
  addCenter(database);
  addFailedRefund(database);
  addItems(database, bystander);
  const [first] = members;
  if (first) addDecisions(database, first, bystander);
  // Starts a shift, which a rejected request would start otherwise.
  for (const { token } of members) await app.send('GET', '/api/staff/me', { token });
  const shifts = members.map(({ userId }) => `shift-${userId}`);
  return [centerId, bystander.userId, ...shifts, reported, waiting, removed, refused] as string[];
}

/** Without a role and a second factor, the staff side does not exist. */
function giveRole(database: DatabaseSync, userId: string): void {
  database.prepare("insert or ignore into staff_roles values (?, 'owner', '', 0)").run(userId);
  database.prepare("update sessions set second_factor = 'totp' where user_id = ?").run(userId);
  database
    .prepare("insert or ignore into staff_shifts values (?, ?, 'device', '', 0, 9e12)")
    .run(`shift-${userId}`, userId);
  database.prepare('update staff_shifts set ends_at = 9e12 where user_id = ?').run(userId);
}

/** A series has the same id as its center, so that one path can name both. */
function addCenter(database: DatabaseSync): void {
  const rule = {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from: '2026-01-01',
    opens: '09:00',
    closes: '17:00',
    places: 3,
  };
  database
    .prepare(
      "insert or ignore into centers values (?, 'Clinic', 'clinic', 'Dhaka', 'Asia/Dhaka', null, null, 1, 0)",
    )
    .run(centerId);
  database
    .prepare('insert or ignore into center_series values (?, ?, ?)')
    .run(centerId, centerId, JSON.stringify({ ...rule, exceptions: [] }));
  database
    .prepare("insert or ignore into center_closings values (?, ?, '2030-01-01', '00:00', '24:00', null)")
    .run(centerId, centerId);
}

/** The transaction has the same id as the center. */
function addFailedRefund(database: DatabaseSync): void {
  database
    .prepare(
      "insert or replace into charges (id, appointment_id, intent_id, amount, currency, status, created_at, check_at) values ('failed', 'gone', ?, 500, 'usd', 'refund-failed', 1, 1)",
    )
    .run(centerId);
}

/** A reported photo and a waiting review, and one of each that were decided about. */
function addItems(database: DatabaseSync, { userId }: Member): void {
  database.prepare('update users set email_verified_at = 1 where id = ?').run(userId);
  const addPhoto = database.prepare(
    "insert or replace into photos (id, user_id, img, title, reports, reported_at) values (?, ?, ?, 'Donors', 1, ?)",
  );
  for (const [id, reportedAt] of [
    [reported, 1],
    [removed, null],
  ] as const)
    addPhoto.run(String(id), userId, `/images/${id}`, reportedAt);
  const addReview = database.prepare(
    "insert or replace into opinions (id, user_id, appointment_id, text, shown_name, state, created_at) values (?, ?, ?, 'Kind.', 'Rahima', ?, 1)",
  );
  for (const [id, state] of [
    [waiting, 'waiting'],
    [refused, 'refused'],
  ] as const)
    addReview.run(String(id), userId, String(id), state);
}

/** Decisions of the first member that can be undone, and one about them to object to. Nothing else was decided. */
function addDecisions(database: DatabaseSync, { userId }: Member, bystander: Member): void {
  for (const table of ['moderation_decisions', 'moderation_holds'])
    database.prepare(`delete from ${table}`).run();
  const add = database.prepare(
    `insert into moderation_decisions (id, kind, item_id, user_id, title, decision, decided_by, decided_at, decided_with, previous, is_final, notifies, notified_at)
     values (?, ?, ?, ?, '', ?, ?, ?, ?, ?, 0, 1, ?)`,
  );
  const photo =
    '{"reports":1,"reported_at":1,"hidden_at":null,"kept_at":null,"held_at":null,"isBlocked":false}';
  const review = '{"state":"waiting","decided_at":null}';
  const now = Date.now();
  for (const [id, kind, decision, previous] of [
    [removed, 'photo', 'remove', photo],
    [refused, 'review', 'refuse', review],
  ] as const)
    add.run(
      String(id),
      kind,
      String(id),
      bystander.userId,
      decision,
      userId,
      now,
      String(id),
      previous,
      null,
    );
  const own = String(waiting);
  add.run(own, 'review', String(refused), userId, 'refuse', bystander.userId, now - 20_000, own, review, now);
}
