import { expect, test } from 'vitest';
import { testLog } from '#platform/testing/kept-logs.ts';
import { openTestHouse, requestAppointment, type TestHouse } from './house.ts';

type Line = { level: number; event?: string; account?: string; who?: string; [name: string]: unknown };

async function openWatched(environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const house = await openTestHouse(
    environment,
    testLog({ level: 'info', read: (line) => void lines.push(line) }),
  );
  const events = () => lines.map((line) => JSON.parse(line) as Line).filter(({ event }) => event);
  return { house, lines, events, of: (event: string) => events().filter((line) => line.event === event) };
}

function signIn({ send, publicConfig }: TestHouse, email: string, password: string) {
  return send('POST', `/identity/v1/accounts:signInWithPassword?key=${publicConfig.identity.apiKey}`, {
    json: { email, password, returnSecureToken: true },
    headers: { 'X-Request-Id': 'complaint-16' },
  });
}

test('who signs in, by which way, and who is refused, is a line each, by account and by name, never by address', async () => {
  const { house, lines, of } = await openWatched();
  await using _ = house;
  const { userId } = await house.register('nasrin.akter@example.org', 'a long password');
  expect(of('account made')).toMatchObject([{ level: 30, account: userId }]);
  expect(of('access given')).toMatchObject([{ level: 30, account: userId }]);

  await signIn(house, 'nasrin.akter@example.org', 'not her password');
  await signIn(house, 'Nasrin.Akter@example.org', 'a long password');
  await signIn(house, 'nobody@example.org', 'a long password');
  const [made] = of('account made');
  const refused = { level: 40, way: 'password', requestId: 'complaint-16', from: expect.any(String) };
  expect(of('sign-in refused')).toMatchObject([
    { ...refused, reason: 'INVALID_PASSWORD', who: made?.who },
    { ...refused, reason: 'EMAIL_NOT_FOUND' },
  ]);
  expect(of('signed in')).toMatchObject([{ level: 30, way: 'password', account: userId, who: made?.who }]);
  expect(lines.join('')).not.toMatch(/nasrin|akter|@|%40|long password|in-memory/i);
});

test('a foreign or broken token is a line, a visitor without one is none', async () => {
  const { house, of } = await openWatched();
  await using _ = house;
  const member = await house.register();
  await requestAppointment(house, { ...member, token: '' });
  expect(of('access refused')).toEqual([]);
  await requestAppointment(house, { ...member, token: member.idToken });
  await requestAppointment(house, { ...member, token: 'broken' });
  await requestAppointment(house, { ...member, email: 'somebody.else@example.org' });
  expect(of('access refused')).toMatchObject([
    { level: 40, reason: 'credentials-refused', method: 'POST', route: '/api/appointments' },
    { reason: 'not-signed-in' },
    { reason: 'not-yours' },
  ]);
});

test('a limit that is met is a line with its name', async () => {
  const { house, of } = await openWatched({ RATE_LIMIT_SCALE: '0.001' });
  await using _ = house;
  for (let asked = 0; asked < 8; asked += 1) await house.send('GET', '/api/config');
  expect(of('limit met')[0]).toMatchObject({ level: 40, limit: 'requests', from: expect.any(String) });
});

test('ten wrong passwords: the eleventh try is told as a limit that was met', async () => {
  const { house, of } = await openWatched({ RATE_LIMIT_SCALE: '1' });
  await using _ = house;
  const { email } = await house.register();
  for (let tried = 0; tried < 11; tried += 1) await signIn(house, email, 'not the password');
  expect(of('sign-in refused')).toHaveLength(11);
  expect(of('sign-in refused').at(-1)).toMatchObject({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' });
  expect(of('limit met')).toMatchObject([{ level: 40, limit: 'identity-wrong-by-requester-900' }]);
});

test('another address, a new password and a farewell are told by account', async () => {
  const { house, of } = await openWatched();
  await using _ = house;
  const { userId, idToken, token } = await house.register();
  const key = house.publicConfig.identity.apiKey;
  const changed = await house.send('POST', `/identity/v1/accounts:update?key=${key}`, {
    json: { idToken, displayName: 'Nasrin' },
  });
  expect(changed.status).toBe(200);
  expect(of('account changed')).toMatchObject([{ way: 'update', account: userId }]);
  expect((await house.send('DELETE', '/api/user', { token })).status).toBe(204);
  expect(of('account gone')).toMatchObject([{ account: userId }]);
});
