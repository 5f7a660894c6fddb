import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { openCutLine } from '#platform/testing/cut-line.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { addAppointment, openTestHouse, payByCard, requestAppointment, type TestHouse } from './house.ts';

/** What Prometheus reads: the value behind a name with its labels. */
async function read(house: TestHouse) {
  const text = await (await house.metrics.request('/metrics')).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const values = new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  return { text, of: (name: string) => values.get(name) };
}

async function onPostgres(open: AsyncDisposableStack) {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  open.defer(database.drop);
  const line = open.use(await openCutLine(database.url));
  return { line, house: open.use(await openTestHouse({ DATABASE_URL: line.url })) };
}

test('requests are counted by route, never by what a stranger has put in the address', async () => {
  await using house = await openTestHouse();
  const member = await house.register('shirin@example.org');
  const id = await addAppointment(house, member);
  await house.send('GET', `/api/appointments/${id}`, { token: member.token });
  for (let n = 0; n < 50; n += 1) await house.send('GET', `/api/nothing-${n}/shirin@example.org?n=${n}`);
  const { text, of } = await read(house);
  const count = (labels: string) => of(`http_request_duration_seconds_count{service="api",${labels}}`);
  expect(count('method="GET",status="200",route="/api/appointments/:id"')).toBe(1);
  expect(count('method="POST",status="200",route="/api/appointments"')).toBe(1);
  expect(count('method="GET",status="404",route="/api/*"')).toBe(50);
  expect(text).not.toMatch(new RegExp(`shirin|nothing-|${id}`));
});

test('what waits in the outbox is told with its age, and each try', async () => {
  await using house = await openTestHouse();
  const member = await house.register();
  const key = house.publicConfig.identity.apiKey;
  const json = { requestType: 'PASSWORD_RESET', email: member.email };
  await house.send('POST', `/identity/v1/accounts:sendOobCode?key=${key}`, { json });
  house.time.ahead = 90_000;
  const before = await read(house);
  const waiting = before.of('outbox_messages{kind="mail"}') ?? 0;
  expect(waiting).toBeGreaterThanOrEqual(1);
  expect(before.of('outbox_oldest_message_age_seconds{kind="mail"}')).toBeGreaterThanOrEqual(89);
  await house.runJob('outbox');
  const after = await read(house);
  expect(after.of('outbox_messages{kind="mail"}')).toBeUndefined();
  expect(after.of('outbox_deliveries_total{kind="mail",outcome="delivered"}')).toBe(waiting);
});

test('a payment is counted once, whoever brings the news and however often', async () => {
  await using house = await openTestHouse();
  const member = await house.register();
  const id = await addAppointment(house, member);
  const json = { price: 5, appointmentId: id };
  const opened = await house.send('POST', '/api/create-payment-intent', { json, token: member.token });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  await payByCard(house, clientSecret, '4000000000000002');
  await payByCard(house, clientSecret);
  const [transactionId] = clientSecret.split('_secret_');
  const report = { json: { appointmentId: id, transactionId }, token: member.token };
  for (let n = 0; n < 3; n += 1) await house.send('PUT', `/api/appointments/${id}`, report);
  for (let n = 0; n < 3; n += 1) {
    await house.runJob('outbox');
    await house.runJob('reconcile payments');
  }
  const { of } = await read(house);
  expect(['opened', 'declined', 'paid'].map((outcome) => of(`payments_total{outcome="${outcome}"}`))).toEqual(
    [1, 1, 1],
  );
});

test('what a limit refuses is counted by its name', async () => {
  await using house = await openTestHouse({ RATE_LIMIT_SCALE: '0.001' });
  for (let n = 0; n < 9; n += 1) await house.send('GET', '/api/config');
  expect((await read(house)).of('limits_refused_total{limit="requests"}')).toBe(4);
});

test('hash workers say how many are busy and how many wait', async () => {
  await using house = await openTestHouse();
  const registering = Array.from({ length: 9 }, () => house.register());
  await expect
    .poll(async () => {
      const { of } = await read(house);
      return [of('hash_workers_busy'), (of('hash_workers_waiting') ?? 0) > 0];
    })
    .toEqual([3, true]);
  await Promise.all(registering);
  const { of } = await read(house);
  expect([of('hash_workers_busy'), of('hash_workers_waiting')]).toEqual([0, 0]);
});

test('while the database is away the rest is told all the same, and what could not be read', async () => {
  await using open = new AsyncDisposableStack();
  const { house, line } = await onPostgres(open);
  await line.cut();
  const { of } = await read(house);
  expect(of('hash_workers_busy')).toBe(0);
  expect((await read(house)).of('metrics_unread_total{metric="outbox_messages"}')).toBeGreaterThan(0);
});

test('every number on the dashboard is told by a running house', async () => {
  await using open = new AsyncDisposableStack();
  const houses = [open.use(await openTestHouse()), (await onPostgres(open)).house];
  const told = new Set<string>();
  for (const house of houses) {
    await requestAppointment(house, await house.register());
    for (const [, name = '', type] of (await read(house)).text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        told.add(`${name}${end}`);
  }
  const file = readFileSync(new URL('../deploy/grafana-dashboard.json', import.meta.url), 'utf8');
  const queries = [...file.matchAll(/"expr": "(.*)"/g)].map(
    ([, expr = '']) => JSON.parse(`"${expr}"`) as string,
  );
  expect(queries.length).toBeGreaterThan(30);
  const asked = new Set(queries.flatMap(namesIn));
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
  // So is what the guide names.
  const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
  const named = [
    ...guide.matchAll(/\b(http|outbox|database|hash|image|payments|limits|traces|metrics)(_[a-z]+)+/g),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([name]) => name).filter((name) => !told.has(name) && !told.has(`${name}_count`))).toEqual(
    [],
  );
  // And the other way: nothing of ours is told that nobody looks at.
  const ours = [...told].filter((name) =>
    /^(http|outbox|database|hash|image|payments|limits|traces)_/.test(name),
  );
  const seen = new Set([...asked].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
  expect(ours.filter((name) => !seen.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});

/** The metrics in a query: names that are no function, no label and no word of the language. */
function namesIn(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '')
    .replaceAll(/\b(by|without|on|ignoring) ?\([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/gi)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless', 'bool', 'offset'].includes(name));
}
