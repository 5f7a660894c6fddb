import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const fine = { status: 200 };

async function signUp(identity: TestIdentity, body: object = person) {
  const answer = await identity.post('/v1/accounts:signUp', body);
  expect(answer).toMatchObject(fine);
  return { idToken: String(answer.body.idToken), localId: String(answer.body.localId) };
}

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-01] of 20 who register one address at once, whatever its case, one does', async () => {
    await using identity = await openIdentity({ open });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        identity.post('/v1/accounts:signUp', {
          ...person,
          email: n % 2 ? person.email : 'RAHIM@example.com',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refusal('EMAIL_EXISTS'));
    }
  });

  test('[IDP-06] of two accounts that take one address at once, one gets it', async () => {
    await using identity = await openIdentity({ open });
    const [a, b] = [
      await signUp(identity),
      await signUp(identity, { ...person, email: 'karim@example.com' }),
    ];
    const answers = await Promise.all(
      [a, b].map(({ idToken }) =>
        identity.post('/v1/accounts:update', { idToken, email: 'wanted@example.com' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = answers[0]?.status === 400 ? a : b;
    expect(await identity.post('/v1/accounts:lookup', { idToken: loser.idToken })).toMatchObject(fine);
  });

  test('[IDP-06] an account that takes two addresses at once ends up with one', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = await signUp(identity);
    const wanted = ['one@example.com', 'two@example.com'];
    await Promise.all(wanted.map((email) => identity.post('/v1/accounts:update', { idToken, email })));
    const signIns = await Promise.all(
      [...wanted, person.email].map((email) =>
        identity.post('/v1/accounts:signInWithPassword', { ...person, email }),
      ),
    );
    expect(signIns.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('[IDP-12] delete, email and password changes need a sign-in of the last five minutes', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = await signUp(identity);
    now += minutes(5) + 1;
    const tooOld = refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    const update = (body: object) => identity.post('/v1/accounts:update', { idToken, ...body });
    expect(await update({ password: 'another pass 2' })).toMatchObject(tooOld);
    expect(await update({ email: 'new@example.com' })).toMatchObject(tooOld);
    expect(await update({ deleteProvider: ['password'] })).toMatchObject(tooOld);
    expect(await identity.post('/v1/accounts:delete', { idToken })).toMatchObject(tooOld);
    expect(await identity.post('/v1/accounts:signUp', { idToken, ...person })).toMatchObject(tooOld);
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'new@example.com', idToken };
    expect(await identity.post('/v1/accounts:sendOobCode', change)).toMatchObject(tooOld);
    expect(await update({ displayName: 'Rahim' })).toMatchObject(fine);
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject(fine);
  });

  test('[IDP-06] a dropped password opens nothing any more', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = await signUp(identity);
    const answer = await identity.post('/v1/accounts:update', { idToken, deleteProvider: ['password'] });
    expect(answer).toMatchObject({ ...fine, body: { email: person.email, providerUserInfo: [] } });
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject(
      refusal('INVALID_PASSWORD'),
    );
  });

  test('[IDP-06] a profile field goes by deleteAttribute, by null and by an empty text', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = await signUp(identity);
    const update = (body: object) => identity.post('/v1/accounts:update', { idToken, ...body });
    for (const clearing of [
      { deleteAttribute: ['DISPLAY_NAME'] },
      { displayName: null },
      { displayName: '' },
    ]) {
      await update({ displayName: 'Rahim', photoUrl: 'https://example.com/r.png' });
      const { body } = await update(clearing);
      expect(body).not.toHaveProperty('displayName');
      expect(body).toMatchObject({ photoUrl: 'https://example.com/r.png' });
    }
  });

  test('[IDP-06] a freed address belongs to whoever registers it next, as another account', async () => {
    await using identity = await openIdentity({ open });
    const former = await signUp(identity);
    expect(await identity.post('/v1/accounts:delete', { idToken: former.idToken })).toMatchObject(fine);
    const next = await signUp(identity);
    expect(next.localId).not.toBe(former.localId);
    expect(await identity.post('/v1/accounts:lookup', { idToken: former.idToken })).toMatchObject(
      refusal('USER_NOT_FOUND'),
    );
  });

  test('the administrator deletes by id with the bearer token, and nobody else does', async () => {
    await using identity = await openIdentity({ open });
    const { localId, idToken } = await signUp(identity);
    const remove = (bearer: string, id: unknown = localId) =>
      identity.post('/v1/projects/blood-buddies/accounts:delete', { localId: id }, { bearer });
    for (const wrong of ['', 'owner', idToken, identity.apiKey]) {
      expect(await remove(wrong)).toMatchObject({
        status: 401,
        body: { error: { status: 'UNAUTHENTICATED' } },
      });
    }
    const admin = identity.adminToken;
    expect(await remove(admin, 7)).toMatchObject({ status: 400 });
    expect(await remove(admin)).toMatchObject(fine);
    expect(await remove(admin)).toMatchObject(refusal('USER_NOT_FOUND'));
    expect(await remove(admin, '')).toMatchObject(refusal('MISSING_LOCAL_ID'));
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject(
      refusal('EMAIL_NOT_FOUND'),
    );
  });

  test('the administrator looks an account up by id, and nobody else does', async () => {
    await using identity = await openIdentity({ open });
    const { localId, idToken } = await signUp(identity);
    const lookUp = (bearer: string, ids: unknown = [localId]) =>
      identity.post('/v1/projects/blood-buddies/accounts:lookup', { localId: ids }, { bearer });
    for (const wrong of ['', idToken, identity.apiKey])
      expect(await lookUp(wrong)).toMatchObject({ status: 401 });
    const admin = identity.adminToken;
    expect((await lookUp(admin)).body.users).toMatchObject([{ localId, email: person.email }]);
    expect(await lookUp(admin, ['nobody'])).toMatchObject({ ...fine, body: { users: [] } });
    expect(await lookUp(admin, [])).toMatchObject(refusal('MISSING_LOCAL_ID'));
  });

  test('[IDP-01] with private emails, an unknown account and a wrong password look the same', async () => {
    await using identity = await openIdentity({ open, settings: { emailPrivacy: true } });
    await signUp(identity);
    const tries = [
      { ...person, password: 'wrong one' },
      { ...person, email: 'nobody@example.com' },
    ];
    const answers = await Promise.all(
      tries.map((body) => identity.post('/v1/accounts:signInWithPassword', body)),
    );
    expect(answers[0]).toMatchObject(refusal('INVALID_LOGIN_CREDENTIALS'));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });
});
