import { expect, test } from 'vitest';
import { BATCH_SIZE } from '#platform/database/in-batches.ts';
import { days } from '#platform/time.ts';
import { newAccount } from './accounts/account.ts';
import { onBoth } from './testing/test-identity.ts';

const now = 1_795_000_000_000;
const longAgo = now - days(401);
const yesterday = now - days(1);

const session = (id: string, ended_at: number | null) => ({
  ...{ id, account_id: 'a1', sign_in_provider: 'password', second_factor: null, second_factor_id: null },
  ...{ auth_time: longAgo, last_used_at: longAgo, ended_at, browser: null, passkey_id: null, own_device: 0 },
});
const token = (hash: string, session_id: string, superseded_at: number | null) => {
  return { hash, session_id, predecessor: null, created_at: longAgo, superseded_at };
};

onBoth((open) => {
  test('the sweep removes only what ended long ago, in several batches', async () => {
    const sessionLifetime = { absoluteTimeoutMs: days(500), idleTimeoutMs: days(500) };
    await using idp = await open({ clock: () => now, settings: { sessionLifetime } });
    const db = idp.tables;
    const addSessions = (...rows: ReturnType<typeof session>[]) =>
      db.insertInto('identity_session').values(rows).execute();
    const addTokens = (...rows: ReturnType<typeof token>[]) =>
      db.insertInto('identity_refresh_token').values(rows).execute();
    const old = Array.from({ length: BATCH_SIZE + 1 }, (_, n) => `old${n}`);
    for (let from = 0; from < old.length; from += 500) {
      const some = old.slice(from, from + 500);
      await addSessions(...some.map((id) => session(id, longAgo)));
      await addTokens(
        ...some.flatMap((id) => [token(id, id, null), token(`${id}-before`, 'alive', longAgo)]),
      );
    }
    const account = { ...newAccount(longAgo), id: 'a1' };
    await db.insertInto('identity_account').values(account).execute();
    await addSessions(session('alive', null), session('ended', yesterday));
    await addTokens(token('newest', 'alive', null), token('late', 'alive', yesterday));
    const code = { purpose: 'EMAIL_SIGNIN', account_id: null, new_email: null, factor_id: null } as const;
    const codes = [
      { ...code, hash: 'over', email: 'over@example.org', expires_at: yesterday - 1 },
      { ...code, hash: 'just over', email: 'just@example.org', expires_at: yesterday + 1 },
    ];
    await db.insertInto('identity_code').values(codes).execute();
    const texts = codes.map(({ hash, expires_at }) => ({
      ...{
        hash,
        expires_at,
        purpose: 'sign-in' as const,
        phone_number: '+8801712345678',
        code_hash: null,
        tries: 0,
      },
      ...{ account_id: null, pending_hash: null, factor_id: null },
    }));
    await db.insertInto('identity_text_code').values(texts).execute();

    await idp.sweep();

    const sessions = await db.selectFrom('identity_session').select('id').orderBy('id').execute();
    expect(sessions.map(({ id }) => id)).toEqual(['alive', 'ended']);
    const tokens = await db.selectFrom('identity_refresh_token').select('hash').orderBy('hash').execute();
    expect(tokens.map(({ hash }) => hash)).toEqual(['late', 'newest']);
    for (const table of ['identity_code', 'identity_text_code'] as const) {
      const left = await db.selectFrom(table).select('hash').execute();
      expect(left, table).toEqual([{ hash: 'just over' }]);
    }
  });
});
