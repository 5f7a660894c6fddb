import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnReview } from '#contract/reviews.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { runToEnd } from './process.ts';
import {
  addAppointment,
  createTestApp,
  daysFromNow,
  type Member,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, testLog({ level: 'debug', onLine: (line) => void lines.push(line) }));
});
afterAll(() => app[Symbol.asyncDispose]());

const own = async (token: string) =>
  (await (await app.send('GET', '/api/opinions', { token })).json()) as OwnReview[];
const reviews = async () => (await (await app.send('GET', '/api/reviews')).json()) as { _id: string }[];
const runCli = (...words: string[]) =>
  runToEnd('cli/main.ts', ['reviews', ...words], { DATA_DIR: app.dataDir });
const withdraw = async (id: string, token?: string) =>
  (await app.send('DELETE', `/api/opinions/${id}`, { token })).status;

async function give(member: Member, changes: Record<string, unknown> = {}): Promise<OwnReview> {
  await addAppointment(app, member, { opinion: 'Kind people.', publishAs: 'first', ...changes });
  return (await own(member.token))[0] as OwnReview;
}

async function published(member: Member, changes: Record<string, unknown> = {}): Promise<OwnReview> {
  const opinion = await give(member, changes);
  expect(await runCli('publish', opinion._id)).toMatchObject({ code: 0 });
  return opinion;
}

test('publishes an opinion as a review only through the operator, with the chosen name and no address', async () => {
  const member = await app.registerConfirmed();
  const opinion = await give(member, { name: 'Rahima Khatun' });
  expect(opinion).toEqual({
    _id: expect.any(String),
    appointmentId: expect.any(String),
    text: 'Kind people.',
    name: 'Rahima',
    state: 'waiting',
    givenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(await reviews()).toEqual([]);
  expect(await runCli('publish', opinion._id)).toMatchObject({ code: 0 });
  const response = await app.send('GET', '/api/reviews');
  const text = await response.text();
  expect(JSON.parse(text)).toEqual([
    {
      _id: opinion._id,
      memberType: 'Donor',
      viewContext: 'Kind people.',
      image: '/avatars/donor.webp',
      name: 'Rahima',
      email: 'd***@***',
    },
  ]);
  for (const secret of [member.email, member.userId, 'Khatun', '01712345678'])
    expect(text).not.toContain(secret);
  expect(await own(member.token)).toMatchObject([{ state: 'published' }]);
  expect(await withdraw(opinion._id, member.token)).toBe(204);
});

test("holds an opinion back until its donor's address is confirmed", async () => {
  const member = await app.register();
  const { _id, state } = await give(member);
  expect(state).toBe('address-unconfirmed');
  expect(await runCli()).toEqual({
    code: 0,
    output:
      'No reviews need a decision.\n' +
      'Not listed because the donor has not verified their email address: 1\n',
  });
  expect(await runCli('publish', _id)).toEqual({
    code: 1,
    output: `Review ${_id}: the donor has not verified their email address yet.\n`,
  });
  expect(await reviews()).toEqual([]);
  await app.confirmAddress(member);
  await app.signIn(member.email);
  expect(await own(member.token)).toMatchObject([{ state: 'waiting' }]);
  expect((await runCli()).output).toContain(_id);
  expect(await runCli('publish', _id)).toMatchObject({ code: 0 });
  expect(await reviews()).toMatchObject([{ _id }]);
  await withdraw(_id, member.token);
});

test('removes a withdrawn review immediately, and only for its donor', async () => {
  const [member, stranger] = [await app.registerConfirmed(), await app.registerConfirmed()];
  const { _id } = await published(member);
  expect(await withdraw(_id)).toBe(401);
  expect(await withdraw(_id, stranger.token)).toBe(404);
  expect(await own(stranger.token)).toEqual([]);
  expect(await reviews()).toHaveLength(1);
  expect(await withdraw(_id, member.token)).toBe(204);
  expect(await reviews()).toEqual([]);
  expect(await withdraw(_id, member.token)).toBe(404);
  for (const id of ['%00', "'%20or%201=1", 'x'.repeat(500)])
    expect(await withdraw(id, member.token)).toBe(404);
});

test('exports opinions and deletes them with the account, published or not', async () => {
  const member = await app.registerConfirmed();
  const shown = await published(member);
  const waits = await give(member, { date: daysFromNow(4), opinion: 'Good tea.' });
  const exported = await (await app.send('GET', '/api/user/export', { token: member.token })).json();
  expect(exported).toMatchObject({ opinions: [{ text: 'Good tea.' }, { state: 'published' }] });
  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  expect(await reviews()).toEqual([]);
  for (const { _id } of [shown, waits])
    expect(await runCli('publish', _id)).toEqual({
      code: 1,
      output: `There is no review ${_id}. The donor may have withdrawn it.\n`,
    });
  expect(await runCli()).toEqual({ code: 0, output: 'No reviews need a decision.\n' });
});

test('escapes opinions on the terminal and on pages', async () => {
  const member = await app.registerConfirmed();
  const opinion = '<img src=x onerror=alert(1)>\u001b[2J\u202e"\n{}';
  const { _id } = await give(member, { opinion, name: '<b>Rahima</b> Khatun', publishAs: 'full' });
  const { output } = await runCli();
  const [head, line] = output.trim().split('\n');
  expect(head).toBe('Reviews that need a decision: 1');
  expect(line).toBe(
    `${_id}  ${new Date().toISOString().slice(0, 10)}  as "<b>Rahima</b> Khatun"  of ${member.userId}  "<img src=x onerror=alert(1)> [2J\\" {}"`,
  );
  await runCli('publish', _id);
  expect(await reviews()).toMatchObject([
    { name: '<b>Rahima</b> Khatun', viewContext: '<img src=x onerror=alert(1)> [2J" {}' },
  ]);
  await withdraw(_id, member.token);
});

test('logs a waiting opinion by its id only', async () => {
  lines.splice(0);
  const member = await app.registerConfirmed();
  const { _id } = await give(member, { opinion: 'A private opinion.' });
  const logged = lines.filter((line) => line.includes('a review waits for approval'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, opinionId: _id }]);
  for (const secret of ['A private opinion.', member.email, member.userId])
    expect(logged[0]).not.toContain(secret);
});

test('without the reviews feature a site has no routes, stores and shows no reviews, and says so', async () => {
  const DATA_DIR = temporaryFolder();
  const environment = { DATA_DIR, DISABLED_FEATURES: 'reviews' };
  const before = await createTestApp({ DATA_DIR });
  await addAppointment(before, await before.registerConfirmed('rahima@example.org'), {
    publishAs: 'first',
  });
  const { output } = await runToEnd('cli/main.ts', ['reviews'], { DATA_DIR });
  const [, id = ''] = output.split(/\s*\n| {2}/);
  await runToEnd('cli/main.ts', ['reviews', 'publish', id], { DATA_DIR });
  const seen = async ({ send }: TestApp) => (await send('GET', '/api/reviews')).json();
  expect(await seen(before)).toMatchObject([{ _id: id }]);
  await before[Symbol.asyncDispose]();

  await using without = await createTestApp(environment);
  expect(await seen(without)).toEqual([]);
  const member = await without.signIn('rahima@example.org');
  const requested = await requestAppointment(without, member, { publishAs: 'first', date: daysFromNow(9) });
  expect(await requested.json()).toMatchObject({ success: true });
  for (const method of ['GET', 'POST'])
    expect((await without.send(method, '/api/opinions', { token: member.token })).status).toBe(404);
  const withdrawn = await without.send('DELETE', `/api/opinions/${id}`, { token: member.token });
  expect(withdrawn.status).toBe(404);
  const { paths } = (await (await without.send('GET', '/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(paths).filter((path) => path.includes('opinions'))).toEqual([]);
  const exported = await without.send('GET', '/api/user/export', { token: member.token });
  expect(await exported.json()).toMatchObject({ opinions: [{ _id: id }] });
  expect(await runToEnd('cli/main.ts', ['reviews'], environment)).toEqual({
    code: 1,
    output: 'DISABLED_FEATURES turns off reviews on this site.\n',
  });
  expect((await without.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
});
