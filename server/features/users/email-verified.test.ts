import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AccountRecord } from '#server/integrations/identity.ts';
import { noon } from '#server/testing/people.ts';
import { addSession, findViewer, revokeSessions, upsertUser } from './repository.ts';
import { isEmailVerified } from './rules.ts';

const email = 'rahim@example.org';

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const userId = newId();
    let account: AccountRecord | undefined;
    let lookups = 0;
    const identity = {
      async describeAccount() {
        lookups += 1;
        return account;
      },
    };
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
      setAccount: (record: Partial<AccountRecord>) => {
        account = { providerUserInfo: [], createdAt: '0', lastLoginAt: '0', ...record };
      },
      isVerified: (address = email, id = userId) =>
        isEmailVerified({ db, clock: () => noon, identity }, { userId: id, email: address }),
      lookups: () => lookups,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

  test('takes the verification from the ID token; only a newer token can revoke it', async () => {
    await using deps = await createDeps();
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

  test('takes the verification of a changed address from its own token', async () => {
    await using deps = await createDeps();
    await deps.exchange({ emailVerified: true });
    await deps.exchange({ emailVerified: false, email: 'new@example.org', after: 1 });
    expect(await deps.verifiedAt()).toBeNull();
    await deps.exchange({ emailVerified: true, email: 'newer@example.org', after: 2 });
    expect(await deps.verifiedAt()).toBe(noon + 2);
  });

  test('asks the identity provider about an unverified address and stores a positive response', async () => {
    await using deps = await createDeps();
    await deps.exchange({ emailVerified: false });
    expect(await deps.isVerified()).toBe(false);
    deps.setAccount({ email, emailVerified: false });
    expect(await deps.isVerified()).toBe(false);
    deps.setAccount({ email: 'another@example.org', emailVerified: true });
    expect(await deps.isVerified()).toBe(false);
    deps.setAccount({ email: email.toUpperCase(), emailVerified: true });
    expect(await deps.isVerified('another@example.org')).toBe(false);
    expect(await deps.isVerified(email, 'nobody')).toBe(false);
    expect(await deps.isVerified()).toBe(true);
    const lookups = deps.lookups();
    expect(await deps.isVerified()).toBe(true);
    expect(deps.lookups()).toBe(lookups);
    expect(await deps.verifiedAt()).toBe(noon);
  });

  test('signing out ends one session; disabling the account ends all', async () => {
    await using deps = await createDeps();
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
