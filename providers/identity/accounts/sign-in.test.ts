import { decodeJwt } from 'jose';
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { addFactor } from '../second-factors/repository.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { changeAccount, claimEmail, removeAccount } from './repository.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const signIn = (identity: TestIdentity) => identity.post('/v1/accounts:signInWithPassword', person);

/** On SQLite it waits in the writer's queue, which nobody sees. */
async function untilSomebodyWaits(db: Kysely<IdentityTables>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
}

onBothDatabases([identityMigrations], (open) => {
  type Change = (trx: Transaction<IdentityTables>, id: string) => Promise<unknown>;

  /** Signs in while somebody else changes the account, whose right password was read before the change stood. */
  async function signInDuring(change: Change) {
    await using identity = await openIdentity({ open });
    const db = identity.db.withTables<IdentityTables>();
    const { body } = await identity.post('/v1/accounts:signUp', person);
    const id = String(body.localId);
    const underWay = await db.transaction().execute(async (trx) => {
      await changeAccount(trx, id, {});
      await change(trx, id);
      const answer = signIn(identity);
      await untilSomebodyWaits(db);
      return { answer };
    });
    const answer = await underWay.answer;
    const living = await db
      .selectFrom('identity_session')
      .select('id')
      .where('ended_at', 'is', null)
      .execute();
    return { ...answer, id, sessions: living.length };
  }

  test('[IDP-07] a second factor that comes while the password is looked at is asked for', async () => {
    const factor = { kind: 'totp', display_name: null, phone_number: null, totp_secret: 'x' } as const;
    const { body, sessions } = await signInDuring((trx, id) =>
      addFactor(trx, { ...factor, id: newId(), account_id: id, last_totp_step: null, enrolled_at: 1 }),
    );
    expect(body).toMatchObject({ mfaPendingCredential: expect.any(String), mfaInfo: [{}] });
    expect(body).not.toHaveProperty('idToken');
    expect(body).not.toHaveProperty('refreshToken');
    // That of the registration.
    expect(sessions).toBe(1);
  });

  test('an address that changes meanwhile is in the token', async () => {
    const { body } = await signInDuring((trx, accountId) =>
      claimEmail(trx, { email: 'new@example.com', accountId, verified: true }),
    );
    expect(decodeJwt(String(body.idToken))).toMatchObject({ email: 'new@example.com', email_verified: true });
  });

  test('who is locked out meanwhile, or has another password, is not let in', async () => {
    const disabled = await signInDuring((trx, id) => changeAccount(trx, id, { disabled: 1 }));
    expect(disabled).toMatchObject({ ...refusal('USER_DISABLED'), sessions: 1 });
    const changed = await signInDuring((trx, id) => changeAccount(trx, id, { password_hash: 'another' }));
    expect(changed).toMatchObject({ ...refusal('INVALID_LOGIN_CREDENTIALS'), sessions: 1 });
    const gone = await signInDuring(removeAccount);
    expect(gone).toMatchObject({ ...refusal('USER_NOT_FOUND'), sessions: 1 });
  });

  test('a sign-in is noted in the account, and its session can be used and refreshed', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    await identity.post('/v1/accounts:signUp', person);
    now += 1000;
    const { body } = await signIn(identity);
    const record = await identity.post('/v1/accounts:lookup', { idToken: body.idToken });
    expect(record.body).toMatchObject({ users: [{ lastLoginAt: String(now) }] });
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refreshToken };
    expect(await identity.post('/v1/token', refresh)).toMatchObject({ status: 200 });
  });
});
