import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  email,
  errorResponse,
  onBoth,
  other,
  person,
  succeeded,
  successfulBodies,
} from '../testing/test-identity.ts';

onBoth((_open, test) => {
  test('[IDP-01] of 20 who register one address at once, whatever its case, one does', async (idp) => {
    const addresses = Array.from({ length: 20 }, (_, n) => (n % 2 ? email : 'RAHIM@example.com'));
    const responses = await Promise.all(
      addresses.map((each) => idp.post('signUp', { ...person, email: each })),
    );
    expect(successfulBodies(responses)).toHaveLength(1);
    for (const answer of responses.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(errorResponse('EMAIL_EXISTS'));
    }
  });

  test('[IDP-06] of two accounts that take one address at once, one gets it', async (idp) => {
    const people = [await idp.signUp(), await idp.signUp(other)];
    const wanted = 'wanted@example.com';
    const responses = await Promise.all(
      people.map(({ idToken }) => idp.post('update', { idToken, email: wanted })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = people.find((_, n) => responses[n]?.status === 400);
    await idp.lookUp(loser?.idToken);
  });

  test('[IDP-06] an account that takes two addresses at once ends up with one', async (idp) => {
    const { idToken } = await idp.signUp();
    const wanted = ['one@example.com', 'two@example.com'];
    await Promise.all(wanted.map((each) => idp.post('update', { idToken, email: each })));
    const signIns = [...wanted, email].map((each) =>
      idp.post('signInWithPassword', { ...person, email: each }),
    );
    expect(successfulBodies(await Promise.all(signIns))).toHaveLength(1);
  });

  test('[IDP-12] delete, email and password changes need a sign-in of the last five minutes', async (idp) => {
    const { idToken } = await idp.signUp();
    idp.advanceClock(minutes(5) + 1);
    const newEmail = 'new@example.com';
    for (const [call, body] of [
      ['update', { password: 'another pass 2' }],
      ['update', { email: newEmail }],
      ['update', { deleteProvider: ['password'] }],
      ['update', { deleteProvider: ['google.com'] }],
      ['update', { deleteProvider: ['phone'] }],
      ['update', { deleteAttribute: ['EMAIL'] }],
      ['delete', {}],
      ['signUp', person],
      ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail }],
    ] as const) {
      await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', call, { idToken, ...body });
    }
    await idp.ok('update', { idToken, displayName: 'Rahim' });
    await idp.signIn();
  });

  test('[IDP-06] a profile field goes by deleteAttribute, by null and by an empty text', async (idp) => {
    const { idToken } = await idp.signUp();
    const photoUrl = 'https://example.com/r.png';
    for (const clearing of [
      { deleteAttribute: ['DISPLAY_NAME'] },
      { displayName: null },
      { displayName: '' },
    ]) {
      await idp.ok('update', { idToken, displayName: 'Rahim', photoUrl });
      const changed = await idp.ok('update', { idToken, ...clearing });
      expect(changed).not.toHaveProperty('displayName');
      expect(changed).toMatchObject({ photoUrl });
    }
  });

  test('[IDP-06] a freed address belongs to whoever registers it next, as another account', async (idp) => {
    const { idToken, localId } = await idp.signUp();
    await idp.ok('delete', { idToken });
    expect((await idp.signUp()).localId).not.toBe(localId);
    await idp.expectError('USER_NOT_FOUND', 'lookup', { idToken });
  });

  test('the administrator deletes by id with the bearer token, and nobody else does', async (idp) => {
    const { localId, idToken } = await idp.signUp();
    const path = '/v1/projects/blood-buddies/accounts:delete';
    const unauthenticated = { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } };
    for (const bearer of ['', 'owner', idToken, idp.apiKey]) {
      expect(await idp.post(path, { localId }, { bearer })).toMatchObject(unauthenticated);
    }
    const admin = { bearer: idp.adminToken };
    await idp.expectError(/./, path, { localId: 7 }, admin);
    await idp.ok(path, { localId }, admin);
    await idp.expectError('USER_NOT_FOUND', path, { localId }, admin);
    await idp.expectError('MISSING_LOCAL_ID', path, { localId: '' }, admin);
    await idp.expectError('EMAIL_NOT_FOUND', 'signInWithPassword', person);
  });

  test('the administrator looks an account up by id, and nobody else does', async (idp) => {
    const { localId, idToken } = await idp.signUp();
    const lookUp = (bearer: string, ids: unknown = [localId]) =>
      idp.post('/v1/projects/blood-buddies/accounts:lookup', { localId: ids }, { bearer });
    for (const wrong of ['', idToken, idp.apiKey]) expect(await lookUp(wrong)).toMatchObject({ status: 401 });
    expect((await lookUp(idp.adminToken)).body.users).toMatchObject([{ localId, email }]);
    expect(await lookUp(idp.adminToken, ['nobody'])).toMatchObject({ ...succeeded, body: { users: [] } });
    expect(await lookUp(idp.adminToken, [])).toMatchObject(errorResponse('MISSING_LOCAL_ID'));
  });
});
