import { decodeJwt } from 'jose';
import { PostgresAdapter, sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import { addFactor } from '../mfa/repository.ts';
import type { Db, Trx } from '../schema/tables.ts';
import { errorResponse, onBoth, person } from '../testing/test-identity.ts';
import { claimEmail, removeAccount, updateAccountRow } from './repository.ts';

/** On SQLite it waits in the writer's queue, which nobody sees. */
async function untilSomebodyWaits(db: Db): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
}

onBoth((open, test) => {
  type Change = (trx: Trx, id: string) => Promise<unknown>;

  /** Signs in while somebody else changes the account, whose right password was read before the change stood. */
  async function signInDuring(change: Change) {
    await using idp = await open();
    const { localId: id } = await idp.signUp();
    const underWay = await idp.tables.transaction().execute(async (trx) => {
      await updateAccountRow(trx, id, {});
      await change(trx, id);
      const answer = idp.post('signInWithPassword', person);
      await untilSomebodyWaits(idp.tables);
      return { answer };
    });
    const answer = await underWay.answer;
    const living = idp.tables.selectFrom('identity_session').select('id').where('ended_at', 'is', null);
    return { ...answer, sessions: (await living.execute()).length };
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
    expect(decodeJwt(body.idToken)).toMatchObject({ email: 'new@example.com', email_verified: true });
  });

  test('who is locked out meanwhile, or has another password, is not let in', async () => {
    for (const [change, code] of [
      [(trx, id) => updateAccountRow(trx, id, { disabled: 1 }), 'USER_DISABLED'],
      [(trx, id) => updateAccountRow(trx, id, { password_hash: 'another' }), 'INVALID_LOGIN_CREDENTIALS'],
      [removeAccount, 'USER_NOT_FOUND'],
    ] as [Change, string][]) {
      expect(await signInDuring(change)).toMatchObject({ ...errorResponse(code), sessions: 1 });
    }
  });

  test('a sign-in is noted in the account, and its session can be used and refreshed', async (idp) => {
    await idp.signUp();
    idp.advanceClock(1000);
    const { idToken, refreshToken } = await idp.signIn();
    expect(await idp.lookUp(idToken)).toMatchObject({ lastLoginAt: String(idp.now()) });
    expect(await idp.refresh(refreshToken)).toMatchObject({ status: 200 });
  });
});
