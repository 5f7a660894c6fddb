import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcMonth } from '#contract/months.ts';
import { addAppointment, createTestApp, daysFromNow, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
let owner: Member;
let coordinator: Member;
beforeAll(async () => {
  app = await createTestApp();
  // Use noon in the middle of a month, so that the days around it are in the same month.
  const now = new Date();
  const middle = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12);
  app.time.offsetMs = middle - Date.now();
  [owner, coordinator] = [await app.register(), await app.register()];
  app.giveRole(owner, 'owner');
  app.giveRole(coordinator, 'coordinator', 'Sylhet');
});
afterAll(() => app[Symbol.asyncDispose]());

const change = (statement: string, ...values: (string | null)[]) => {
  using database = app.openSqlite();
  return database.prepare(statement).run(...values).changes;
};
const day = (ahead: number) => daysFromNow(ahead + Math.round(app.time.offsetMs / 86_400_000));
const month = () => utcMonth(Date.now() + app.time.offsetMs);
const read = async ({ token }: Member, query = '') =>
  (await app.send('GET', `/api/staff/figures${query}`, { token })).json();

test('counts what donors book, cancel late, move and delete, for the owner and for a coordinator', async () => {
  const [one, other] = [await app.register(), await app.register()];
  const ids = [];
  for (const [index, ahead] of [0, 1, 2, 5].entries())
    ids.push(
      await addAppointment(app, one, { date: day(ahead), center: index === 0 ? ' sylhet ' : 'Dhaka' }),
    );
  for (const ahead of [0, 1, 3]) await addAppointment(app, other, { date: day(ahead), center: '=Sylhet' });
  const { token } = one;
  expect((await app.send('DELETE', `/api/appointments/${ids[1]}`, { token })).status).toBe(200);
  expect((await app.send('DELETE', `/api/appointments/${ids[3]}`, { token })).status).toBe(200);
  const moved = await app.send('PATCH', `/api/appointments/${ids[0]}`, { token, json: { date: day(4) } });
  expect(await moved.json()).toEqual({ success: true });
  expect((await app.send('DELETE', '/api/user', { token: other.token })).status).toBe(204);
  const gave = "update appointments set status = 'fulfilled', walk_in = 'over-capacity' where id = ?";
  expect(change(gave, ids[2] ?? '')).toBe(1);

  const none = {
    booked: 0,
    arrived: 0,
    gave: 0,
    deferred: 0,
    notGiven: 0,
    noShow: 0,
    lateCanceled: 0,
    overCapacity: 0,
  };
  const figures = await read(owner);
  expect(figures).toMatchObject({
    month: month(),
    totals: { ...none, booked: 2, arrived: 1, gave: 1, lateCanceled: 4, overCapacity: 1 },
    previousTotals: none,
    centers: [
      {
        ...none,
        _id: 'dhaka',
        name: 'Dhaka',
        booked: 1,
        arrived: 1,
        gave: 1,
        lateCanceled: 1,
        overCapacity: 1,
      },
      { ...none, _id: 'sylhet', name: 'sylhet', booked: 1, lateCanceled: 1 },
      { ...none, _id: '=sylhet', name: '=Sylhet', lateCanceled: 2 },
    ],
  });
  expect(JSON.stringify(figures)).not.toMatch(/Rahim|@|01712345678/);
  expect(await read(owner, '?centerId=Dhaka')).toMatchObject({ totals: { booked: 1, lateCanceled: 1 } });
  for (const query of ['', '?centerId=Sylhet'])
    expect(await read(coordinator, query)).toMatchObject({
      totals: { ...none, booked: 1, lateCanceled: 1 },
      centers: [{ _id: 'Sylhet', name: 'sylhet' }],
    });
  expect(await read(coordinator, '?centerId=Dhaka')).toMatchObject({ error: { code: 'not-found' } });
  for (const query of ['?centerId=Nowhere', '?month=2026-10&centerId=x'])
    expect(await read(owner, query)).toMatchObject({ error: { code: 'not-found' } });
  expect(await read(owner, '?month=2026-13')).toMatchObject({ error: { code: 'invalid-fields' } });
});

test('the CSV file has the month, each center and each day, and no formula', async () => {
  const response = await app.send('GET', '/api/staff/figures.csv', { token: owner.token });
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="blood-buddies-figures-${month()}.csv"`,
  );
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data.slice(0, 4)).toMatchObject([
    {
      Month: month(),
      Center: 'Total',
      Day: '',
      Booked: '2',
      'Gave blood': '1',
      'Canceled late': '4',
      'Over capacity': '1',
    },
    { Center: 'Dhaka', Booked: '1' },
    { Center: 'sylhet', Booked: '1' },
    { Center: "'=Sylhet", Booked: '0', 'Canceled late': '2' },
  ]);
  const days = data.filter(({ Day }) => Day !== '');
  expect(days.length).toBeGreaterThanOrEqual(28);
  for (const column of ['Booked', 'Gave blood', 'Canceled late', 'Over capacity'])
    expect(days.reduce((sum, row) => sum + Number(row[column]), 0)).toBe(Number(data[0]?.[column]));
});
