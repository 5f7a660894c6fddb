import { expect, inject, test } from 'vitest';
import { openCutLine } from '#platform/testing/cut-line.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { dayAhead, filledForm, openTestHouse } from './house.ts';

test('while the database is away everything is told 503 and when to come back; afterwards all goes on with the tokens they have', async () => {
  await using open = new AsyncDisposableStack();
  const database = await createPostgresDatabase(inject('postgresUrl'));
  open.defer(database.drop);
  const line = open.use(await openCutLine(database.url));
  const house = open.use(await openTestHouse({ DATABASE_URL: line.url }));
  const { email, token } = await house.register();
  const query = new URLSearchParams({ email, date: dayAhead(3) });
  const json = filledForm(email, { date: dayAhead(3) });
  const identity = `/identity/v1/accounts:signInWithPassword?key=${house.publicConfig.identity.apiKey}`;
  const card = {
    key: house.publicConfig.cards.publishableKey,
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };
  const ask = {
    card: () => house.send('POST', '/cards/v1/payment_methods', { body: new URLSearchParams(card) }),
    list: () => house.send('GET', `/api/appointments?${query}`, { token }),
    book: () => house.send('POST', `/api/appointments?${query}`, { token, json }),
    photos: () => house.send('GET', '/api/photo'),
    signIn: () => house.send('POST', identity, { json: { email, password: 'correct horse' } }),
    enter: () => house.send('PUT', '/api/user', { json: { email }, token: 'not.a.token' }),
  };

  await line.cut();
  for (const name of ['list', 'book', 'photos', 'signIn'] as const) {
    const answer = await ask[name]();
    expect([name, answer.status]).toEqual([name, 503]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await ask.card()).status).toBe(503);
  expect((await ask.enter()).status).toBe(401);
  expect((await house.send('GET', '/readyz')).status).toBe(503);
  expect((await house.send('GET', '/healthz')).status).toBe(200);

  await line.mend();
  await expect.poll(async () => (await house.send('GET', '/readyz')).status).toBe(200);
  expect(await (await ask.book()).json()).toMatchObject({ success: true });
  expect(await (await ask.list()).json()).toHaveLength(1);
  expect((await ask.signIn()).status).toBe(200);
});
