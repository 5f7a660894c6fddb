import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import { accepted, email, onBoth, other, person, rejection, succeeded } from '../testing/test-identity.ts';

onBoth((_open, test) => {
  test('[IDP-01] of 20 who register one address at once, whatever its case, one does', async (on) => {
    const addresses = Array.from({ length: 20 }, (_, n) => (n % 2 ? email : 'RAHIM@example.com'));
    const answers = await Promise.all(addresses.map((each) => on.post('signUp', { ...person, email: each })));
    expect(accepted(answers)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(rejection('EMAIL_EXISTS'));
    }
  });

  test('[IDP-06] of two accounts that take one address at once, one gets it', async (on) => {
    const people = [await on.signUp(), await on.signUp(other)];
    const wanted = 'wanted@example.com';
    const answers = await Promise.all(
      people.map(({ idToken }) => on.post('update', { idToken, email: wanted })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = people.find((_, n) => answers[n]?.status === 400);
    await on.lookUp(loser?.idToken);
  });

  test('[IDP-06] an account that takes two addresses at once ends up with one', async (on) => {
    const { idToken } = await on.signUp();
    const wanted = ['one@example.com', 'two@example.com'];
    await Promise.all(wanted.map((each) => on.post('update', { idToken, email: each })));
    const signIns = [...wanted, email].map((each) =>
      on.post('signInWithPassword', { ...person, email: each }),
    );
    expect(accepted(await Promise.all(signIns))).toHaveLength(1);
  });

  test('[IDP-12] delete, email and password changes need a sign-in of the last five minutes', async (on) => {
    const { idToken } = await on.signUp();
    on.pass(minutes(5) + 1);
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
      await on.refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', call, { idToken, ...body });
    }
    await on.ok('update', { idToken, displayName: 'Rahim' });
    await on.signIn();
  });

  test('[IDP-06] a profile field goes by deleteAttribute, by null and by an empty text', async (on) => {
    const { idToken } = await on.signUp();
    const photoUrl = 'https://example.com/r.png';
    for (const clearing of [
      { deleteAttribute: ['DISPLAY_NAME'] },
      { displayName: null },
      { displayName: '' },
    ]) {
      await on.ok('update', { idToken, displayName: 'Rahim', photoUrl });
      const changed = await on.ok('update', { idToken, ...clearing });
      expect(changed).not.toHaveProperty('displayName');
      expect(changed).toMatchObject({ photoUrl });
    }
  });

  test('[IDP-06] a freed address belongs to whoever registers it next, as another account', async (on) => {
    const { idToken, localId } = await on.signUp();
    await on.ok('delete', { idToken });
    expect((await on.signUp()).localId).not.toBe(localId);
    await on.refused('USER_NOT_FOUND', 'lookup', { idToken });
  });

  test('the administrator deletes by id with the bearer token, and nobody else does', async (on) => {
    const { localId, idToken } = await on.signUp();
    const path = '/v1/projects/blood-buddies/accounts:delete';
    const unauthenticated = { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } };
    for (const bearer of ['', 'owner', idToken, on.apiKey]) {
      expect(await on.post(path, { localId }, { bearer })).toMatchObject(unauthenticated);
    }
    const admin = { bearer: on.adminToken };
    await on.refused(/./, path, { localId: 7 }, admin);
    await on.ok(path, { localId }, admin);
    await on.refused('USER_NOT_FOUND', path, { localId }, admin);
    await on.refused('MISSING_LOCAL_ID', path, { localId: '' }, admin);
    await on.refused('EMAIL_NOT_FOUND', 'signInWithPassword', person);
  });

  test('the administrator looks an account up by id, and nobody else does', async (on) => {
    const { localId, idToken } = await on.signUp();
    const lookUp = (bearer: string, ids: unknown = [localId]) =>
      on.post('/v1/projects/blood-buddies/accounts:lookup', { localId: ids }, { bearer });
    for (const wrong of ['', idToken, on.apiKey]) expect(await lookUp(wrong)).toMatchObject({ status: 401 });
    expect((await lookUp(on.adminToken)).body.users).toMatchObject([{ localId, email }]);
    expect(await lookUp(on.adminToken, ['nobody'])).toMatchObject({ ...succeeded, body: { users: [] } });
    expect(await lookUp(on.adminToken, [])).toMatchObject(rejection('MISSING_LOCAL_ID'));
  });
});
