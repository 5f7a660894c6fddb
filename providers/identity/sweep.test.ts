import { expect, test } from 'vitest';
import { BATCH_SIZE } from '#platform/database/in-batches.ts';
import { days } from '#platform/time.ts';
import { newAccount } from './accounts/account.ts';
import { emptyTextCode } from './phone/text-codes.ts';
import { addRow } from './schema/repository.ts';
import type { RefreshTokenRow, SessionRow } from './schema/tables.ts';
import { email, onBoth, phoneNumber } from './testing/test-identity.ts';

const now = 1_795_000_000_000;
const longAgo = now - days(401);
const yesterday = now - days(1);

const session = (id: string, ended_at: number | null): SessionRow => ({
  id,
  account_id: 'a1',
  sign_in_provider: 'password',
  second_factor: null,
  second_factor_id: null,
  auth_time: longAgo,
  last_used_at: longAgo,
  ended_at,
  browser: null,
  passkey_id: null,
  own_device: 0,
  email_link: 0,
});
const token = (hash: string, session_id: string, superseded_at: number | null) => {
  return { hash, session_id, predecessor: null, created_at: longAgo, superseded_at };
};

onBoth((open) => {
  test('the sweep removes only what ended long ago, in several batches', async () => {
    const sessionLifetime = { absoluteTimeoutMs: days(500), idleTimeoutMs: days(500) };
    await using idp = await open({ clock: () => now, settings: { sessionLifetime } });
    const db = idp.tables;
    const addSessions = (...rows: SessionRow[]) => db.insertInto('identity_session').values(rows).execute();
    const addTokens = (...rows: RefreshTokenRow[]) =>
      db.insertInto('identity_refresh_token').values(rows).execute();
    const old = Array.from({ length: BATCH_SIZE + 1 }, (_, n) => `old${n}`);
    for (let from = 0; from < old.length; from += 500) {
      const some = old.slice(from, from + 500);
      await addSessions(...some.map((id) => session(id, longAgo)));
      await addTokens(
        ...some.flatMap((id) => [token(id, id, null), token(`${id}-before`, 'alive', longAgo)]),
      );
    }
    await addRow(db, 'identity_account', { ...newAccount(longAgo), id: 'a1' });
    await addSessions(session('alive', null), session('ended', yesterday));
    await addTokens(token('newest', 'alive', null), token('late', 'alive', yesterday));
    const noDetails = { new_email: null, factor_id: null, owner_proven: null };
    const mail = { purpose: 'EMAIL_SIGNIN', email, account_id: null, ...noDetails } as const;
    const text = { purpose: 'sign-in', phone_number: phoneNumber, ...emptyTextCode } as const;
    for (const [hash, expires_at] of [
      ['over', yesterday - 1],
      ['just over', yesterday + 1],
    ] as const) {
      await addRow(db, 'identity_code', { ...mail, hash, expires_at });
      await addRow(db, 'identity_text_code', { ...text, hash, expires_at });
    }

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
