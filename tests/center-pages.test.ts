import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvColumns } from '#contract/centers-csv.ts';
import { utcDay } from '#contract/days.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createBuiltPages, readPageData } from './growth/built-pages.ts';
import { addAppointment, createTestApp, type Member, type TestApp } from './test-app.ts';

const site = createBuiltPages();
let app: TestApp;
let owner: Member;
let centerId: string;
const day = (ahead: number) => utcDay(Date.now() + ahead * 86_400_000);
beforeAll(async () => {
  app = await createTestApp({}, testLog(), site);
  owner = await app.register();
  app.giveRole(owner, 'owner');
  const center = { name: 'Apia </script><b>', address: 'Beach Road', timeZone: 'Pacific/Apia' };
  centerId = (await change('', center)).insertedId;
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: day(2), until: day(3) };
  await change(`/${centerId}/series`, { ...rule, opens: '09:00', closes: '24:00', slots: 2 });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  site[Symbol.dispose]();
});

async function change(path: string, json: object) {
  const response = await app.send('POST', `/api/staff/centers${path}`, { token: owner.token, json });
  expect(response.status).toBe(200);
  return (await response.json()) as { insertedId: string };
}

async function readPage(base = '') {
  const response = await app.send('GET', `${base}/centers/${centerId}?date=${day(2)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(response.headers.get('x-robots-tag')).toBeNull();
  return readPageData(await response.text());
}
const readEvents = async (base = '') => (await readPage(base)).events;

test('a center page has its clinics as events in both languages; a closed day is canceled immediately', async () => {
  expect(await readEvents('/bn')).toEqual(await readEvents());
  expect(await readEvents()).toMatchObject([
    {
      '@type': 'Event',
      name: 'Blood donation: Apia </script><b>',
      startDate: `${day(2)}T09:00:00+13:00`,
      endDate: `${day(3)}T00:00:00+13:00`,
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', address: 'Beach Road' },
      remainingAttendeeCapacity: 2,
    },
    { startDate: `${day(3)}T09:00:00+13:00` },
  ]);
  await addAppointment(app, await app.register(), { center: 'Apia </script><b>', date: day(3) });
  await change(`/${centerId}/closings`, { date: day(2) });
  expect(await readEvents()).toMatchObject([
    { eventStatus: 'https://schema.org/EventCancelled' },
    { eventStatus: 'https://schema.org/EventScheduled', remainingAttendeeCapacity: 1 },
  ]);
});

test('the page of a center is rendered with the center as it is now; all unknown ones share a page', async () => {
  const fields = { name: 'Apia </script><b>', address: 'Beach Road', timeZone: 'Pacific/Apia' };
  expect((await readPage()).center).toEqual({ _id: centerId, ...fields });
  const changed = await app.callApi(owner, 'PUT', `/staff/centers/${centerId}`, {
    ...fields,
    notes: 'Gate 2',
  });
  expect(changed.status).toBe(200);
  expect((await readPage('/bn')).center).toEqual({ _id: centerId, ...fields, notes: 'Gate 2' });
  for (const id of ['unknown', '0193aa11-0000-7000-8000-000000000000']) {
    const unknown = await app.send('GET', `/bn/centers/${id}`);
    expect(unknown.status).toBe(404);
    expect(readPageData(await unknown.text())).toMatchObject({ path: '/bn/centers/_' });
  }
});

test("a renamed center has its current name in its donors' appointments and calendar", async () => {
  const fields = { name: 'Hill Clinic', address: 'Hill Road', timeZone: 'Asia/Dhaka' };
  const { insertedId } = await change('', fields);
  const member = await app.register();
  const id = await addAppointment(app, member, { center: 'hill clinic', date: day(4) });
  const read = async (path: string) =>
    app.send('GET', `/api/appointments/${id}${path}`, { token: member.token });
  expect(await (await read('')).json()).toMatchObject({
    center: 'hill clinic',
    centerId: insertedId,
    centerName: 'Hill Clinic',
  });
  expect(await (await read('')).json()).not.toHaveProperty('startsAt');
  const renamed = { ...fields, name: 'North Clinic' };
  await app.send('PUT', `/api/staff/centers/${insertedId}`, { token: owner.token, json: renamed });
  expect(await (await read('')).json()).toMatchObject({ center: 'hill clinic', centerName: 'North Clinic' });
  expect(await (await read('/calendar.ics')).text()).toContain('LOCATION:North Clinic\\, Hill Road');
});

test('a CSV file of 30,000 Bengali characters is imported; the feed of a center is 304 until it changes', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `Center ${n},ঢাকা,Asia/Dhaka,,${'র'.repeat(1000)},,,,,,,,`);
  const csv = [csvColumns.join(','), ...rows].join('\n');
  const send = { token: owner.token, json: { csv } };
  const response = await app.send('POST', '/api/staff/centers/import?preview=true', send);
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { centers: { added: 30 }, errors: [] },
  ]);

  const feed = `/api/centers/${centerId}/calendar.ics`;
  const etag = (await app.send('GET', feed)).headers.get('etag') ?? '';
  const again = () => app.send('GET', feed, { headers: { 'If-None-Match': etag } });
  expect((await again()).status).toBe(304);
  await change(`/${centerId}/closings`, { date: day(3) });
  await expect.poll(async () => (await again()).status).toBe(200);
});

test('returns 404 for an unknown center, and for every center on a site without staff', async () => {
  for (const id of ['unknown', '%00', '0193aa11-0000-7000-8000-000000000000'])
    expect([id, (await app.send('GET', `/centers/${id}`)).status]).toEqual([id, 404]);
  await using other = await createTestApp({ DISABLED_FEATURES: 'staff' }, testLog(), site);
  for (const path of ['/centers', '/centers/unknown', '/centers/$bulk-publish', '/api/centers'])
    expect([path, (await other.send('GET', path)).status]).toEqual([path, 404]);
});

test('the list of centers contains the first ones, as they are now', async () => {
  for (let n = 10; n < 40; n += 1)
    await change('', { name: `Big ${n}`, address: 'ঢাকা '.repeat(40), timeZone: 'Asia/Dhaka' });
  const read = async () =>
    readPageData(await (await app.send('GET', '/bn/centers')).text()).lists.centers ?? [];
  const names = (await app.callApi<{ name: string }[]>(undefined, 'GET', '/centers')).body.map(
    ({ name }) => name,
  );
  const listed = await read();
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.length).toBeLessThan(names.length);
  expect(listed.map(({ name }) => name)).toEqual(names.slice(0, listed.length));
  expect(JSON.stringify(listed).length).toBeLessThan(8100);
  await change('', { name: 'A new center', address: 'Sea Road', timeZone: 'Asia/Dhaka' });
  expect((await read())[0]?.name).toBe('A new center');
});
