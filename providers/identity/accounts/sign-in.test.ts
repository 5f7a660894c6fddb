import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { newId } from '#platform/ids.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { addRow } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import { errorResponse, onBoth, person } from '../testing/test-identity.ts';
import { claimEmail, removeAccount, updateAccountRow } from './repository.ts';

onBoth((open, test) => {
  type Change = (trx: Trx, id: string) => Promise<unknown>;

  /** Signs in while another transaction changes the account, so that the sign-in has read the old row. */
  async function signInDuring(change: Change) {
    await using idp = await open();
    const { localId: id } = await idp.signUp();
    const pending = await idp.tables.transaction().execute(async (trx) => {
      await updateAccountRow(trx, id, {});
      await change(trx, id);
      const response = idp.post('signInWithPassword', person);
      await waitForLock(idp.tables);
      return { response };
    });
    const response = await pending.response;
    const active = idp.tables.selectFrom('identity_session').select('id').where('ended_at', 'is', null);
    return { ...response, sessions: (await active.execute()).length };
  }

  test('[IDP-07] requires a second factor that was added while the password was checked', async () => {
    const factor = { kind: 'totp', display_name: null, phone_number: null, totp_secret: 'x' } as const;
    const { body, sessions } = await signInDuring((trx, id) =>
      addRow(trx, 'identity_factor', {
        ...factor,
        id: newId(),
        account_id: id,
        last_totp_step: null,
        enrolled_at: 1,
      }),
    );
    expect(body).toMatchObject({ mfaPendingCredential: expect.any(String), mfaInfo: [{}] });
    expect(body).not.toHaveProperty('idToken');
    expect(body).not.toHaveProperty('refreshToken');
    // Only the session of the sign-up exists.
    expect(sessions).toBe(1);
  });

  test('puts an address that changed during the sign-in into the token', async () => {
    const { body } = await signInDuring((trx, accountId) =>
      claimEmail(trx, { email: 'new@example.com', accountId, verified: true }),
    );
    expect(decodeJwt(body.idToken)).toMatchObject({ email: 'new@example.com', email_verified: true });
  });

  test('rejects a sign-in during which the account was disabled or deleted, or its password changed', async () => {
    for (const [change, code] of [
      [(trx, id) => updateAccountRow(trx, id, { disabled: 1 }), 'USER_DISABLED'],
      [(trx, id) => updateAccountRow(trx, id, { password_hash: 'another' }), 'INVALID_LOGIN_CREDENTIALS'],
      [removeAccount, 'USER_NOT_FOUND'],
    ] as [Change, string][]) {
      expect(await signInDuring(change)).toMatchObject({ ...errorResponse(code), sessions: 1 });
    }
  });

  test('stores the sign-in time and starts a session that can be used and refreshed', async (idp) => {
    await idp.signUp();
    idp.advanceClock(1000);
    const { idToken, refreshToken } = await idp.signIn();
    expect(await idp.lookUp(idToken)).toMatchObject({ lastLoginAt: String(idp.now()) });
    expect(await idp.refresh(refreshToken)).toMatchObject({ status: 200 });
  });
});
