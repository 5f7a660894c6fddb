import { expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { days, hours } from '#platform/time.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { readOwnerLink } from '#server/features/site-administration/owner-link.ts';
import { listRoles, removeRoles } from '#server/features/staff/roles-repository.ts';
import { addShift, listShifts } from '#server/features/staff/shifts-repository.ts';
import { listEntries, listEntriesAbout } from '#server/features/staff-log/log-repository.ts';
import { verifyLog } from '#server/features/staff-log/log-verification.ts';
import { erasePerson } from '#server/features/staff-log/person-keys-repository.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import { addMember as addUser, noon } from '#server/testing/people.ts';
import { addMember, joinStaff, listMembers, removeMember } from './members.ts';

const publicUrl = 'https://blood.example';

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const emails: { to: string; text: string }[] = [];
    const time = { now: noon };
    await db
      .insertInto('centers')
      .values([toCenter('c1', 'Sylhet'), toCenter('c2', 'Khulna')])
      .execute();
    return {
      db,
      publicUrl,
      siteName: async () => 'Blood Buddies',
      siteLook: async () => testLook,
      languages: async (): Promise<[Language, ...Language[]]> => ['en', 'bn'],
      emails,
      time,
      clock: () => time.now,
      logKey: new Uint8Array(32).fill(7),
      accounts: undefined,
      outbox: {
        add: async (_: unknown, kind: string, email: object) =>
          void (kind === 'email' && emails.push(email as { to: string; text: string })),
      } as never,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;
  const toCenter = (id: string, name: string): CenterRow => ({
    id,
    name,
    name_key: name.toLowerCase(),
    address: '12 Green Road',
    time_zone: 'Asia/Dhaka',
    map_url: null,
    notes: null,
    visit: '{}',
    version: 1,
    changed_at: noon,
    named_since: null,
  });

  /** Makes a new member the first owner. */
  async function createOwner(deps: Deps): Promise<StaffMember> {
    const viewer = await addUser(deps.db, 'owner@example.org');
    await joinStaff(deps, viewer, await ownerToken(deps));
    return asOwner(viewer);
  }
  const addSession = ({ db }: Deps, userId: string) =>
    db
      .insertInto('sessions')
      .values({
        id: `session-${userId}`,
        user_id: userId,
        created_at: noon,
        expires_at: noon + hours(1),
        revoked_at: null,
        identity_session: null,
        auth_time: noon,
        second_factor: 'totp',
      })
      .execute();
  const asOwner = (viewer: Viewer): StaffMember => ({
    ...viewer,
    roles: [{ role: 'owner', centerId: '' }],
    role: 'owner',
    shift: { id: 's', device: 'Firefox on Linux', endsAt: noon + hours(12) },
    hasSecondFactor: true,
  });
  const ownerToken = async (deps: Deps) => (await readOwnerLink(deps))?.split('#')[1] ?? '';

  test('the owner link works once, for the first owner, for a day; all servers have the same one', async () => {
    await using deps = await createDeps();
    const [one, other] = [
      await addUser(deps.db, 'one@example.org', { emailVerified: false }),
      await addUser(deps.db, 'other@example.org'),
    ];
    const expired = await ownerToken(deps);
    expect(await ownerToken(deps)).toBe(expired);
    expect(await codeOf(joinStaff(deps, one, `${expired}x`))).toBe('not-found');
    expect(await codeOf(joinStaff(deps, one, 'é'.repeat(expired.length)))).toBe('not-found');
    deps.time.now += hours(24) - 1;
    expect(await ownerToken(deps)).toBe(expired);
    deps.time.now += 1;
    expect(await codeOf(joinStaff(deps, one, expired))).toBe('link-expired');
    const token = await ownerToken(deps);
    expect(token).not.toBe(expired);
    const results = await Promise.all([one, other].map((viewer) => codeOf(joinStaff(deps, viewer, token))));
    expect(results.sort()).toEqual(['done', 'not-found']);
    expect(await readOwnerLink(deps)).toBeUndefined();
    expect((await listMembers(deps, noon)).map(({ role }) => role)).toEqual(['owner']);
    const [owner, stranger] = (await listRoles(deps.db, one)).length > 0 ? [one, other] : [other, one];
    expect(await codeOf(joinStaff(deps, stranger, token))).toBe('not-found');
    expect(await codeOf(joinStaff(deps, owner, token))).toBe('done');

    await deps.db.transaction().execute((trx) => removeRoles(trx, owner));
    deps.time.now += 1;
    const next = await ownerToken(deps);
    expect(next).not.toBe(token);
    const twice = await Promise.all([0, 1].map(() => codeOf(joinStaff(deps, stranger, next))));
    expect(twice).toEqual(['done', 'done']);
    expect(await listEntries(deps, { before: undefined })).toHaveLength(2);
  });

  test('an invitation is in a language that the site shows', async () => {
    await using deps = await createDeps();
    const owner = await createOwner(deps);
    const { email } = await addUser(deps.db, 'english@example.org', { emailVerified: false });
    await addMember({ ...deps, languages: async () => ['bn'] }, owner, { email, role: 'moderator' });
    expect(deps.emails[0]?.text).toContain(`${publicUrl}/bn/staff/join`);
  });

  test('a confirmed account gets the role at once, anybody else an invitation for two weeks', async () => {
    await using deps = await createDeps();
    const owner = await createOwner(deps);
    const known = await addUser(deps.db, 'known@example.org');
    const unconfirmed = await addUser(deps.db, 'unconfirmed@example.org', { emailVerified: false });
    const door = { role: 'door' as const, centerIds: ['c1', 'c2', 'c1'] };
    const elsewhere = { ...door, centerIds: ['c1', 'no-such-center'], email: known.email };
    expect(await codeOf(addMember(deps, owner, elsewhere))).toBe('invalid-fields');
    expect(await addMember(deps, owner, { ...door, email: 'Known@Example.org' })).toEqual({
      isInvited: false,
    });
    expect(await addMember(deps, owner, { ...door, email: unconfirmed.email })).toEqual({ isInvited: true });
    expect(await addMember(deps, owner, { ...door, email: 'new@example.org' })).toEqual({ isInvited: true });
    expect(deps.emails.map(({ to }) => to)).toEqual([unconfirmed.email, 'new@example.org']);
    expect(deps.emails[1]?.text).toContain(
      `Role: Check-in\nCenter: Sylhet\nCenter: Khulna\nInvited by: ${owner.email}\n`,
    );
    expect(deps.emails[1]?.text).toContain(`${publicUrl}/staff/join\n`);
    expect(await listMembers(deps, noon)).toEqual([
      { userId: known.userId, email: known.email, role: 'door', centerIds: ['c1', 'c2'], isInvited: false },
      { userId: owner.userId, email: owner.email, role: 'owner', centerIds: [], isInvited: false },
      { email: 'new@example.org', role: 'door', centerIds: ['c1', 'c2'], isInvited: true },
      { email: unconfirmed.email, role: 'door', centerIds: ['c1', 'c2'], isInvited: true },
    ]);

    expect(await codeOf(joinStaff(deps, unconfirmed, undefined))).toBe('not-found');
    const person = await addUser(deps.db, 'new@example.org');
    expect(await codeOf(joinStaff(deps, known, undefined))).toBe('not-found');
    await joinStaff(deps, person, undefined);
    expect(await listRoles(deps.db, person)).toEqual([
      { role: 'door', centerId: 'c1' },
      { role: 'door', centerId: 'c2' },
    ]);
    expect(await codeOf(joinStaff(deps, person, undefined))).toBe('not-found');

    const late = await addUser(deps.db, 'late@example.org', { emailVerified: false });
    await addMember(deps, owner, { role: 'moderator', centerIds: [], email: late.email });
    await deps.db
      .updateTable('users')
      .set({ email_verified_at: noon })
      .where('id', '=', late.userId)
      .execute();
    deps.time.now += days(14);
    expect(await codeOf(joinStaff(deps, late, undefined))).toBe('not-found');
  });

  test('removing a role ends the shifts of the person; the last owner stays', async () => {
    await using deps = await createDeps();
    const owner = await createOwner(deps);
    const second = asOwner(await addUser(deps.db, 'second@example.org'));
    const membership = { role: 'owner' as const, centerIds: [] };
    await addMember(deps, owner, { ...membership, email: second.email });
    for (const { userId } of [owner, second]) {
      await addSession(deps, userId);
      await addShift(deps.db, {
        id: `shift-${userId}`,
        user_id: userId,
        sign_in: String(noon),
        device: '',
        started_at: noon,
        ends_at: noon + hours(12),
      });
    }
    const results = await Promise.all([
      codeOf(removeMember(deps, owner, { ...membership, email: second.email })),
      codeOf(removeMember(deps, second, { ...membership, email: owner.email })),
    ]);
    expect(results.sort()).toEqual(['done', 'last-owner']);
    const [left] = await listMembers(deps, noon);
    expect((await listShifts(deps.db, { now: noon })).map(({ user_id }) => user_id)).toEqual([left?.userId]);

    const invited = { role: 'moderator' as const, centerIds: [], email: 'new@example.org' };
    await addMember(deps, owner, invited);
    await removeMember(deps, owner, invited);
    expect(await codeOf(removeMember(deps, owner, invited))).toBe('not-found');
    expect(await listMembers(deps, noon)).toEqual([left]);
  });

  test('each change is a row of the log; a deleted account is in no row', async () => {
    await using deps = await createDeps();
    const owner = await createOwner(deps);
    const person = await addUser(deps.db, 'person@example.org');
    deps.time.now += 1000;
    await addMember(deps, owner, { role: 'door', centerIds: ['c1'], email: person.email });
    const at = { owner: noon, person: deps.clock() };
    const entries = await listEntries(deps, { before: undefined });
    const device = 'Firefox on Linux';
    expect(entries).toEqual([
      {
        id: '2',
        at: at.person,
        role: 'owner',
        actor: owner.email,
        device,
        centerId: 'c1',
        action: 'grant door',
        people: [person.userId],
      },
      {
        id: '1',
        at: at.owner,
        role: 'owner',
        actor: owner.email,
        action: 'join as owner',
        people: [owner.userId],
      },
    ]);
    expect(await listEntries(deps, { before: { at: at.person } })).toEqual(entries.slice(1));
    expect(await listEntriesAbout(deps.db, person)).toMatchObject([{ action: 'grant door', role: 'owner' }]);

    await deps.db.transaction().execute((trx) => erasePerson(trx, deps.logKey, owner));
    await deps.db.transaction().execute((trx) => erasePerson(trx, deps.logKey, person));
    expect(await listEntries(deps, { before: undefined })).toMatchObject([
      { actor: null, people: [] },
      { actor: null, people: [] },
    ]);
    expect(await verifyLog(deps.db, { logKey: deps.logKey, heads: [] })).toMatchObject({ count: 2 });
  });
});
