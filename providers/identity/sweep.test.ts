import { expect, test } from 'vitest';
import { BATCH } from '#platform/database/in-batches.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { newAccount } from './accounts/account.ts';
import { identityJobs } from './jobs.ts';
import { identityMigrations } from './schema/migrations.ts';
import type { IdentityTables } from './schema/tables.ts';

const now = 1_795_000_000_000;
const longAgo = now - days(401);
const yesterday = now - days(1);

const session = (id: string, ended_at: number | null) => ({
  id,
  account_id: 'a1',
  sign_in_provider: 'password',
  second_factor: null,
  second_factor_id: null,
  auth_time: longAgo,
  last_used_at: longAgo,
  ended_at,
  browser: null,
});
const token = (hash: string, session_id: string, superseded_at: number | null) => ({
  hash,
  session_id,
  predecessor: null,
  created_at: longAgo,
  superseded_at,
});

onBothDatabases([identityMigrations], (open) => {
  test('the sweep takes all that ended long ago, more than one batch of it, and nothing else', async () => {
    await using database = await open();
    const db = database.db.withTables<IdentityTables>();
    const old = Array.from({ length: BATCH + 1 }, (_, n) => `old${n}`);
    for (let from = 0; from < old.length; from += 500) {
      const some = old.slice(from, from + 500);
      const sessions = some.map((id) => session(id, longAgo));
      await db.insertInto('identity_session').values(sessions).execute();
      const tokens = some.flatMap((id) => [token(id, id, null), token(`${id}-before`, 'alive', longAgo)]);
      await db.insertInto('identity_refresh_token').values(tokens).execute();
    }
    await db
      .insertInto('identity_account')
      .values({ ...newAccount(longAgo), id: 'a1' })
      .execute();
    // Deleted by a version that kept them.
    const orphaned = { ...session('orphaned', yesterday), account_id: 'gone' };
    await db.insertInto('identity_session').values(orphaned).execute();
    await db
      .insertInto('identity_refresh_token')
      .values(token('orphaned', 'orphaned', null))
      .execute();
    const kept = [session('alive', null), session('ended', yesterday)];
    await db.insertInto('identity_session').values(kept).execute();
    const keptTokens = [token('newest', 'alive', null), token('late', 'alive', yesterday)];
    await db.insertInto('identity_refresh_token').values(keptTokens).execute();

    const code = { purpose: 'EMAIL_SIGNIN', account_id: null, new_email: null, factor_id: null };
    const codes = [
      { ...code, hash: 'over', email: 'over@example.org', expires_at: yesterday - 1 },
      { ...code, hash: 'just over', email: 'just@example.org', expires_at: yesterday + 1 },
    ];
    await db.insertInto('identity_code').values(codes).execute();

    const [sweep] = identityJobs({ db: database.db, clock: () => now, rest: days(500) });
    await sweep?.run();

    const sessions = await db.selectFrom('identity_session').select('id').orderBy('id').execute();
    expect(sessions.map(({ id }) => id)).toEqual(['alive', 'ended']);
    const tokens = await db.selectFrom('identity_refresh_token').select('hash').orderBy('hash').execute();
    expect(tokens.map(({ hash }) => hash)).toEqual(['late', 'newest']);
    const left = await db.selectFrom('identity_code').select('hash').execute();
    expect(left).toEqual([{ hash: 'just over' }]);
  });
});
