import { expect, test } from 'vitest';
import { limitersInDatabase } from '#platform/limits.ts';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity } from '../testing/test-identity.ts';
import { createLimits } from './limits.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const wrong = { ...person, password: 'wrong' };
const tooMany = { status: 400, body: { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } };

test('[IDP-12] after ten wrong passwords an account takes none for a while, other accounts do', async () => {
  await using identity = await openIdentity();
  const signIn = (body: object) => identity.post('/v1/accounts:signInWithPassword', body);
  await identity.post('/v1/accounts:signUp', person);
  await identity.post('/v1/accounts:signUp', { ...person, email: 'karim@example.com' });
  for (let tries = 0; tries < 10; tries++) expect((await signIn(wrong)).body).not.toMatchObject(tooMany.body);
  const refused = await signIn(person);
  expect(refused).toMatchObject(tooMany);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await signIn({ ...person, email: 'karim@example.com' })).toMatchObject({ status: 200 });
});

test('guesses sent all at once gain nothing over guesses one by one', async () => {
  await using identity = await openIdentity();
  await identity.post('/v1/accounts:signUp', person);
  const guesses = [...Array.from({ length: 30 }, () => wrong), person];
  const answers = await Promise.all(guesses.map((g) => identity.post('/v1/accounts:signInWithPassword', g)));
  expect(answers.at(-1)).toMatchObject(tooMany);
});

test('right passwords count for nothing: many members may sign in from one address', async () => {
  await using identity = await openIdentity({ limitScale: 0.5 });
  await identity.post('/v1/accounts:signUp', person);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => identity.post('/v1/accounts:signInWithPassword', person)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('sign-ups from one address have their limit', async () => {
  // At this scale three sign-ups and five calls are let through.
  await using identity = await openIdentity({ limitScale: 0.0015 });
  for (const name of ['a', 'b', 'c']) {
    const account = { ...person, email: `${name}@example.com` };
    expect(await identity.post('/v1/accounts:signUp', account)).toMatchObject({ status: 200 });
  }
  const fourth = { ...person, email: 'd@example.com' };
  expect(await identity.post('/v1/accounts:signUp', fourth)).toMatchObject(tooMany);
});

test('mails to one person have their limit', async () => {
  // At this scale one mail.
  await using identity = await openIdentity({ limitScale: 0.1 });
  expect(await identity.post('/v1/accounts:signUp', person)).toMatchObject({ status: 200 });
  const reset = { requestType: 'PASSWORD_RESET', email: person.email };
  expect(await identity.post('/v1/accounts:sendOobCode', reset)).toMatchObject({ status: 200 });
  expect(await identity.post('/v1/accounts:sendOobCode', reset)).toMatchObject(tooMany);
  expect(await identity.sentMails()).toHaveLength(1);
});

test('processes on one database count wrong passwords together', async () => {
  await using identity = await openIdentity({
    open: () => openPostgres([identityMigrations]),
    limitersOf: limitersInDatabase,
  });
  await identity.post('/v1/accounts:signUp', person);
  const elsewhere = createLimits(limitersInDatabase(identity.db)).passwords;
  for (let tries = 0; tries < 10; tries++) await elsewhere.wrong(`192.0.2.${tries}`, person.email);
  const signIn = () => identity.post('/v1/accounts:signInWithPassword', person);
  expect(await signIn()).toMatchObject(tooMany);
  await elsewhere.right(person.email);
  expect(await signIn()).toMatchObject({ status: 200 });
});
