import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#contract/days.ts';
import { addAppointment, createTestApp, daysFromNow, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
let owner: Member;
let donor: Member;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.register();
  app.giveRole(owner, 'owner');
  donor = await app.registerConfirmed();
});
afterAll(() => app[Symbol.asyncDispose]());

const importFile = (csv: string, query = '') =>
  app.callApi(owner, 'POST', `/staff/imported-donations${query}`, { csv });
const accept = (member: Member, donations: { _id: string }[]) =>
  app.callApi(member, 'POST', '/donations/imported/acceptance', { ids: donations.map(({ _id }) => _id) });

test('what a donor accepts is in the file, in the export, and erased with the account', async () => {
  const recorded = await addAppointment(app, donor, { date: daysFromNow(0) });
  const today = utcDay(app.clock());
  using database = app.openSqlite();
  database
    .prepare("update appointments set day = '2025-05-06', status = 'fulfilled' where id = ?")
    .run(recorded);
  const csv = [
    'email,date,center,blood group,name',
    `${donor.email.toUpperCase()},2024-01-02,"Sandhani, Dhaka",B+,=1+1`,
    `${donor.email},2025-05-06,Duplicate,,`,
    `${donor.email},2023-07-15,Sylhet,,`,
    'karim@example.org,2023-07-15,Sylhet,,',
  ].join('\n');
  const preview = await importFile(csv, '?preview=true');
  expect(preview).toMatchObject({ status: 200, body: { donors: 2, donations: 4, errors: [] } });
  expect((await app.callApi(donor, 'GET', '/donations/imported')).body).toEqual({
    offered: [],
    accepted: [],
  });
  expect(await importFile(csv)).toEqual(preview);

  const { offered } = (await app.callApi(donor, 'GET', '/donations/imported')).body;
  expect(offered.map(({ date }: { date: string }) => date)).toEqual([
    '2025-05-06',
    '2024-01-02',
    '2023-07-15',
  ]);
  expect((await accept(donor, offered)).body).toEqual({ count: 3 });

  const file = await (
    await app.send('GET', `/api/donations.csv?today=${today}`, { token: donor.token })
  ).text();
  expect(file.split('\r\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^2025,2025-05-06,.*,Confirmed by the center$/),
    `2024,2024-01-02,"Sandhani, Dhaka",B+,"'=1+1",,From the community's own list`,
    `2023,2023-07-15,Sylhet,,,,From the community's own list`,
  ]);
  const { body } = await app.callApi(donor, 'GET', '/user/export');
  expect(body.importedDonations).toMatchObject({ offered: [], accepted: [{}, { name: '=1+1' }, {}] });
  const unclaimed = { status: 200, body: { donors: 1, donations: 1 } };
  expect(await app.callApi(owner, 'GET', '/staff/imported-donations')).toEqual(unclaimed);

  expect(await app.callApi(donor, 'DELETE', '/user')).toMatchObject({ status: 204 });
  expect(database.prepare('select email from imported_donations').all()).toEqual([
    { email: 'karim@example.org' },
  ]);
});

test('a member without the confirmed address can neither see, accept nor erase donations', async () => {
  await importFile('email,date,center\nshirin@example.org,2024-01-02,Sylhet');
  using database = app.openSqlite();
  const row = database.prepare("select id as _id from imported_donations where email = 'shirin@example.org'");
  const found = row.all() as { _id: string }[];
  const removal = { ids: found.map(({ _id }) => _id) };
  for (const member of [await app.register('shirin@example.org'), await app.registerConfirmed()]) {
    const own = await app.callApi(member, 'GET', '/donations/imported');
    expect(own.body).toEqual({ offered: [], accepted: [] });
    expect((await accept(member, found)).body).toEqual({ count: 0 });
    expect((await app.callApi(member, 'POST', '/donations/imported/removal', removal)).body).toEqual({
      count: 0,
    });
  }
  expect(row.all()).toEqual(found);
});
