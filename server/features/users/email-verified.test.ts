import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AccountAddress } from '#server/integrations/identity-accounts.ts';
import { noon } from '#server/testing/people.ts';
import { addSession, findViewer, revokeSessions, upsertUser } from './repository.ts';
import { findAddress, registerUser } from './rules.ts';

const email = 'rahim@example.org';

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const userId = newId();
    const known = new Map<string, AccountAddress>();
    const accounts = { listAddresses: async () => known };
    return {
      db,
      userId,
      /** Exchanges an ID token that was issued `after` ms after noon. */
      exchange: (token: { emailVerified: boolean; email?: string; after?: number }) =>
        db.transaction().execute((trx) => {
          const issuedAt = noon + (token.after ?? 0);
          return upsertUser(trx, { id: userId, email, issuedAt, now: issuedAt, ...token });
        }),
      verifiedAt: async () =>
        (await db.selectFrom('users').select('email_verified_at').executeTakeFirst())?.email_verified_at,
      setAddress: (address: AccountAddress) => void known.set(userId, address),
      address: (id = userId) => findAddress({ db, accounts }, id),
      addressByToken: () => findAddress({ db, accounts: undefined }, userId),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

  const test = testWith(createDeps);

  test('takes the verification from the ID token; only a newer token can revoke it', async (deps) => {
    await deps.exchange({ emailVerified: false });
    expect(await deps.verifiedAt()).toBeNull();
    await deps.exchange({ emailVerified: true, after: hours(1) });
    expect(await deps.verifiedAt()).toBe(noon + hours(1));
    await deps.exchange({ emailVerified: true, after: hours(2) });
    await deps.exchange({ emailVerified: false, after: hours(0.5) });
    expect(await deps.verifiedAt()).toBe(noon + hours(1));
    await deps.exchange({ emailVerified: false, after: hours(3) });
    expect(await deps.verifiedAt()).toBeNull();
  });

  test('takes the verification of a changed address from its own token', async (deps) => {
    await deps.exchange({ emailVerified: true });
    await deps.exchange({ emailVerified: false, email: 'new@example.org', after: 1 });
    expect(await deps.verifiedAt()).toBeNull();
    await deps.exchange({ emailVerified: true, email: 'newer@example.org', after: 2 });
    expect(await deps.verifiedAt()).toBe(noon + 2);
  });

  test('the identity provider decides; only one that cannot be asked is believed by its last ID token', async (deps) => {
    await deps.exchange({ emailVerified: true });
    expect(await deps.addressByToken()).toEqual({ email, isConfirmed: true });
    expect(await deps.address()).toBeUndefined();
    for (const address of [
      { email, isConfirmed: false },
      { email: 'another@example.org', isConfirmed: true },
    ]) {
      deps.setAddress(address);
      expect(await deps.address()).toEqual(address);
    }
    expect(await deps.address('nobody')).toBeUndefined();
    await deps.exchange({ emailVerified: false, after: 1 });
    expect(await deps.addressByToken()).toEqual({ email, isConfirmed: false });
  });

  test('an address belongs to one user, the last one whose token had it, also of two who sign in at once', async (deps) => {
    const { db, userId } = deps;
    await deps.exchange({ emailVerified: true });
    const issuedAt = noon;
    const sign = (id: string) =>
      registerUser(
        {
          db,
          clock: () => noon,
          identity: { findActiveSession: async () => ({}) },
        },
        { id, email, emailVerified: true, issuedAt, expiresAt: issuedAt + hours(1) },
        { email },
      );
    await sign('another');
    const rows = () =>
      db.selectFrom('users').select(['id', 'email', 'email_verified_at']).orderBy('email').execute();
    expect(await rows()).toEqual([
      { id: userId, email: '', email_verified_at: null },
      { id: 'another', email, email_verified_at: issuedAt },
    ]);
    await Promise.all(['a', 'b', 'c', 'd', userId].map(sign));
    expect((await rows()).map((row) => row.email)).toEqual(['', '', '', '', '', email]);
  });

  test('signing out ends one session; disabling the account ends all', async (deps) => {
    const { db, userId } = deps;
    await deps.exchange({ emailVerified: true });
    const session = { user_id: userId, created_at: noon, expires_at: noon + hours(1), revoked_at: null };
    for (const id of ['one', 'two'])
      await db
        .transaction()
        .execute((trx) =>
          addSession(trx, { ...session, id, identity_session: null, auth_time: noon, second_factor: null }),
        );
    await revokeSessions(db, { userId, sessionId: 'one' }, noon);
    expect(await findViewer(db, 'one')).toBeUndefined();
    expect(await findViewer(db, 'two')).toMatchObject({ userId });
    await revokeSessions(db, { userId }, noon);
    expect(await findViewer(db, 'two')).toBeUndefined();
  });
});
