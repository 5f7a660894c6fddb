import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLog } from '#platform/testing/log-collector.ts';
import { createBuiltPages, readPageData } from './growth/built-pages.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

const pages = createBuiltPages();
let app: TestApp;
let editor: Member;
beforeAll(async () => {
  app = await createTestApp({}, testLog(), pages);
  editor = await app.register();
  app.giveRole(editor, 'editor');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  pages[Symbol.dispose]();
});

const preview = (path: string, draft: unknown, language = 'en') =>
  app.callApi(editor, 'POST', `/staff/content${path}/preview`, { draft, language });
const readPage = async (path: string) => readPageData(await (await app.send('GET', path)).text());

test('a preview is the page as it would be if the draft were published, in one language', async () => {
  const name = { en: 'Dakar Donors', bn: 'ডাকার' };
  const { status, body } = await preview('/identity/site', { name }, 'bn');
  expect(status).toBe(200);
  expect(readPageData(body.html)).toMatchObject({ path: '/bn', site: { name: 'ডাকার' } });
  expect(await readPage('/bn')).toMatchObject({ site: { name: 'Blood Buddies' } });
  const campaign = { slug: 'bus', title: name, detail: name, date: '2090-01-01', place: name };
  const added = await preview('/campaign/new', campaign);
  expect(readPageData(added.body.html)).toMatchObject({
    path: '/campaign/bus',
    site: { campaigns: [{ title: 'Dakar Donors' }] },
  });
});

test('a draft that cannot be published, or that no page shows, has no preview', async () => {
  expect(await preview('/identity/site', { name: {} })).toMatchObject({
    status: 422,
    body: { error: { fields: { name: 'Fill in this field' } } },
  });
  expect((await preview('/fee/site', null)).status).toBe(404);
  expect((await preview('/nothing/site', {})).status).toBe(404);
});
