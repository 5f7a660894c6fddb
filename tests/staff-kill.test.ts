import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { databaseFile } from '#platform/files/data-folder.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { minutes } from '#platform/time.ts';
import { runToEnd, startSite, stop } from './process.ts';
import { member } from './process-member.ts';

const KILLS = 3;
/** The number of changes, more than the site makes before the last kill. */
const CHANGES = 2000;
const CONCURRENCY = 8;
const MAX_RUN_MS = 400;

/** The ids of what was changed, according to the data and to the log. */
function readChanges(dataDir: string) {
  using db = new DatabaseSync(join(dataDir, databaseFile), { readOnly: true });
  const ids = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map(({ id }) => String(id))
      .sort();
  const logged = (action: string) => `staff_log where json_extract(content, '$.action') = '${action}'`;
  return {
    roles: ids("select user_id as id from staff_roles where role = 'moderator'"),
    loggedRoles: ids(
      `select user_id as id from person_keys natural join staff_log_people where is_actor = 0 and seq in (select seq from ${logged('grant moderator')})`,
    ),
    published: ids("select id from reviews where state = 'published'"),
    decisions: ids('select item_id as id from moderation_decisions'),
    loggedDecisions: ids(`select seq as id from ${logged('publish review')}`).length,
  };
}

/** Adds accounts to give a role to, and reviews to decide about. */
function addWork(dataDir: string, owner: string): void {
  using db = new DatabaseSync(join(dataDir, databaseFile), { timeout: 5000 });
  const { id } = db.prepare('select id from users where email = ?').get(owner) ?? {};
  db.exec('begin');
  db.prepare("insert into staff_roles values (?, 'owner', '', 0)").run(String(id));
  db.prepare("update sessions set second_factor = 'totp'").run();
  const addUser = db.prepare('insert into users (id, email, created_at) values (?, ?, 0)');
  const addAccount = db.prepare(
    'insert into identity_account (id, disabled, created_at, last_login_at) values (?, 0, 0, 0)',
  );
  const addAddress = db.prepare('insert into identity_email (email, account_id, verified) values (?, ?, 1)');
  const addReview = db.prepare(
    "insert into reviews (id, user_id, appointment_id, text, public_name, state, created_at) values (?, 'user-0', ?, 'Kind.', 'Rahima', 'waiting', 1)",
  );
  for (let n = 0; n < CHANGES; n += 1) {
    addUser.run(`user-${n}`, `user-${n}@example.org`);
    addAccount.run(`user-${n}`);
    addAddress.run(`user-${n}@example.org`, `user-${n}`);
    addReview.run(`review-${n}`, `review-${n}`);
  }
  db.exec('commit');
}

test(
  'after a kill each change by staff is done and logged, or not done; the log is whole',
  async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    const done = { roles: [] as string[], published: [] as string[] };
    let [next, broken, heads] = [0, 0, ''];
    let site = await startSite(environment);
    const { token } = await member(site.origin, 'owner@example.org');
    addWork(dataDir, 'owner@example.org');
    const send = (method: string, path: string, body: object) =>
      fetch(`${site.origin}/api/staff${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });

    /** Makes one change after the other until the site is gone. */
    async function work(): Promise<void> {
      for (;;) {
        const n = next++;
        try {
          const granted = await send('POST', '/members', {
            email: `user-${n}@example.org`,
            role: 'moderator',
          });
          expect(granted.status).toBe(200);
          done.roles.push(`user-${n}`);
          const decided = await send('PUT', `/moderation/review/review-${n}`, { decision: 'publish' });
          expect(decided.status).toBe(200);
          done.published.push(`review-${n}`);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          broken += 1;
          return;
        }
      }
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      const working = Array.from({ length: CONCURRENCY }, work);
      const before = done.published.length;
      while (done.published.length === before) await pause(1);
      await pause(Math.random() * MAX_RUN_MS);
      await stop(site, 'SIGKILL');
      await Promise.all(working);
      const { roles, loggedRoles, published, decisions, loggedDecisions } = readChanges(dataDir);
      expect(loggedRoles).toEqual(roles);
      expect(decisions).toEqual(published);
      expect(loggedDecisions).toBe(published.length);
      expect(roles).toEqual(expect.arrayContaining(done.roles));
      expect(published).toEqual(expect.arrayContaining(done.published));
      const file = join(folder, 'heads.txt');
      writeFileSync(file, heads);
      const verified = await runToEnd('cli/main.ts', ['log', 'verify', file], environment);
      expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/^The log is whole:.*log:/s) });
      heads += verified.output;
      if (kill + 1 < KILLS) site = await startSite(environment);
    }
    expect(broken).toBeGreaterThan(0);
  },
  minutes(3),
);
