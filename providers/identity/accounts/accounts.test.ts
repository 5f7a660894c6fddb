import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  email,
  errorResponse,
  onBoth,
  other,
  person,
  successfulBodies,
  test,
} from '../testing/test-identity.ts';

onBoth((_open, test) => {
  test('[IDP-01] creates one account for 20 concurrent registrations of the same address, ignoring case', async (idp) => {
    const addresses = Array.from({ length: 20 }, (_, n) => (n % 2 ? email : 'RAHIM@example.com'));
    const responses = await Promise.all(
      addresses.map((address) => idp.post('signUp', { ...person, email: address })),
    );
    expect(successfulBodies(responses)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(response).toMatchObject(errorResponse('EMAIL_EXISTS'));
    }
  });

  test('[IDP-06] gives an address to only one of two accounts that change to it concurrently', async (idp) => {
    const people = [await idp.signUp(), await idp.signUp(other)];
    const newEmail = 'wanted@example.com';
    const responses = await Promise.all(
      people.map(({ idToken }) => idp.post('update', { idToken, email: newEmail })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = people.find((_, n) => responses[n]?.status === 400);
    await idp.lookUp(loser?.idToken);
  });

  test('[IDP-06] leaves an account with one address after two concurrent changes', async (idp) => {
    const { idToken } = await idp.signUp();
    const newEmails = ['one@example.com', 'two@example.com'];
    await Promise.all(newEmails.map((address) => idp.post('update', { idToken, email: address })));
    const signIns = [...newEmails, email].map((address) =>
      idp.post('signInWithPassword', { ...person, email: address }),
    );
    expect(successfulBodies(await Promise.all(signIns))).toHaveLength(1);
  });

  test('[IDP-12] requires a sign-in within five minutes to delete the account or change email or password', async (idp) => {
    const { idToken } = await idp.signUp();
    idp.advanceClock(minutes(5) + 1);
    const newEmail = 'new@example.com';
    const oobCode = await idp.requestLinkCode(newEmail);
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
      ['signInWithEmailLink', { email: newEmail, oobCode }],
    ] as const) {
      await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', call, { idToken, ...body });
    }
    await idp.ok('update', { idToken, displayName: 'Rahim' });
    await idp.signIn();
  });

  test('[IDP-06] clears a profile field with deleteAttribute, null or an empty string', async (idp) => {
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

  test('the site deletes an account by id, once', async (idp) => {
    const { localId } = await idp.signUp();
    await idp.accounts.removeAccount(localId);
    await idp.expectError('EMAIL_NOT_FOUND', 'signInWithPassword', person);
    await idp.accounts.removeAccount(localId);
  });

  test('the site reads an account by id', async (idp) => {
    const { localId } = await idp.signUp();
    expect(await idp.accounts.describeAccount(localId)).toMatchObject({ localId, email, sessions: [{}] });
    expect(await idp.accounts.describeAccount('nobody')).toBeUndefined();
  });
});

test('[IDP-12] rejects a new address or name with invisible characters', async (idp) => {
  const { idToken } = await idp.signUp();
  for (const character of ['\u200b', '\u00ad', '\u2800', '\ufffd', '\u200d', '\u202e', '\u3164']) {
    const typed = `ka${character}rim@example.com`;
    await idp.expectError('INVALID_EMAIL', 'signUp', { email: typed, password: 'correct horse 1' });
    await idp.expectError('INVALID_EMAIL', 'update', { idToken, email: typed });
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: typed, idToken };
    await idp.expectError('INVALID_NEW_EMAIL', 'sendOobCode', change);
    const link = { requestType: 'EMAIL_SIGNIN', email: typed, continueUrl: 'http://localhost/' };
    await idp.expectError('INVALID_EMAIL', 'sendOobCode', link);
    await idp.expectError(/^INVALID_ARGUMENT/, 'update', { idToken, displayName: `Karim${character}` });
  }
  await idp.ok('update', { idToken, displayName: 'র\u200d্যাব' });
});
