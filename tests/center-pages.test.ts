import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvColumns } from '#contract/centers-csv.ts';
import { utcDay } from '#contract/days.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { createSiteFolder } from './growth/site-folder.ts';
import { addAppointment, createTestApp, type Member, type TestApp } from './test-app.ts';

const site = createSiteFolder();
let app: TestApp;
let owner: Member;
let centerId: string;
const day = (ahead: number) => utcDay(Date.now() + ahead * 86_400_000);
beforeAll(async () => {
  app = await createTestApp({}, testLog(), site.folder);
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

async function readEvents(base = ''): Promise<Record<string, unknown>[]> {
  const response = await app.send('GET', `${base}/centers/${centerId}?date=${day(2)}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(response.headers.get('x-robots-tag')).toBeNull();
  const html = await response.text();
  expect(html).toContain(`<body>${base}/centers/${centerId}/index.html</body>`);
  const [, json = '', ...others] = html.split(/<script type="application\/ld\+json">(.*?)<\/script>/s);
  expect(others).toHaveLength(1);
  return JSON.parse(json);
}

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

test('the page of a center has its own title and link preview, with its address and notes', async () => {
  const read = async () => (await app.send('GET', `/centers/${centerId}`)).text();
  const name = 'Apia &lt;/script>&lt;b> | Blood Buddies';
  expect(await read()).toContain(
    `<title>${name}</title><meta name="description" content="Beach Road"><meta property="og:title" content="${name}"><meta property="og:description" content="Beach Road">`,
  );
  const fields = { name: 'Apia </script><b>', address: 'Beach Road', timeZone: 'Pacific/Apia' };
  const notes = `Ask for "Sina".\nGate 2${' x'.repeat(200)}`;
  const changed = await app.callApi(owner, 'PUT', `/staff/centers/${centerId}`, { ...fields, notes });
  expect(changed.status).toBe(200);
  expect(await read()).toMatch(
    /<meta name="description" content="Beach Road. Ask for &quot;Sina&quot;. Gate 2( x)+…">/,
  );
  const unknown = await (await app.send('GET', '/centers/unknown')).text();
  for (const part of ['<title>A page</title>', '<body>/centers/unknown/index.html</body>'])
    expect(unknown).toContain(part);
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
  await using other = await createTestApp({ DISABLED_FEATURES: 'staff' }, testLog(), site.folder);
  for (const path of ['/centers', '/centers/unknown', '/centers/$bulk-publish', '/api/centers'])
    expect([path, (await other.send('GET', path)).status]).toEqual([path, 404]);
});
