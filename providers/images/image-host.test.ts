import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { days, hours } from '#platform/time.ts';
import { isAdministrator } from './pictures/routes.ts';
import { createTestHost } from './testing/host.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import { picture } from './testing/pictures.ts';

const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());

test('keeps an unsaved picture for a day, then hides it, and removes its files an hour later', async () => {
  const start = 1_795_000_000_000;
  const time = { now: start };
  const photos = new Set<string>();
  await using site = await createTestHost({
    clock: () => time.now,
    findVisiblePictures: async (ids) => new Set(ids.filter((id) => photos.has(id))),
  });
  const { id } = await site.uploadPicture(await picture());
  const saved = await site.uploadPicture(await picture());
  photos.add(saved.id);
  const status = async (id: string, query: string) => (await site.request(`/images/${id}${query}`)).status;
  await site.request(`/images/${id}?w=162`);
  time.now = start + days(1);
  await site.runJobs();
  expect(await status(id, '?fm=json')).toBe(200);

  time.now += 1;
  await site.runJobs();
  for (const query of ['', '?w=162', '?fm=json']) expect(await status(id, query)).toBe(404);
  expect(site.filesOf(id)).toEqual(['original', 'w162.jpeg']);

  time.now += hours(1) + 1;
  await site.runJobs();
  expect(site.filesOf(id)).toEqual([]);
  for (const query of ['', '?w=162', '?fm=json']) expect(await status(saved.id, query)).toBe(200);
});

test('deletes a picture with all variants for the product server', async () => {
  const { id } = await site.uploadPicture(await picture());
  await site.request(`/images/${id}?w=162`);
  expect(site.filesOf(id)).toEqual(['original', 'w162.jpeg']);

  expect((await site.remove({ id })).status).toBe(204);
  expect(site.filesOf(id)).toEqual([]);
  for (const query of ['', '?w=162', '?fm=json'])
    expect((await site.request(`/images/${id}${query}`)).status).toBe(404);
  expect((await site.remove({ id })).status).toBe(404);
});

test('responds to the product server after a second when the storage hangs, and removes the files later', async () => {
  const storage = createMemoryStorage();
  const unblocked = Promise.withResolvers<void>();
  const slow = { ...storage, remove: (id: string) => unblocked.promise.then(() => storage.remove(id)) };
  await using other = await createTestHost({ storage: slow });
  const { id } = await other.uploadPicture(await picture());
  expect((await other.remove({ id })).status).toBe(204);
  expect((await other.request(`/images/${id}`)).status).toBe(404);
  expect(storage.names(id)).toEqual(['original']);

  unblocked.resolve();
  await vi.waitFor(async () => expect(await other.states()).toEqual([]), 20_000);
  expect(storage.names(id)).toEqual([]);
});

test('rejects a deletion without the admin token: 401 without a token, 403 with another', async () => {
  const { id } = await site.uploadPicture(await picture());
  expect((await site.remove({ id }, '')).status).toBe(401);
  for (const token of ['rahim', site.host.key, `${site.host.adminToken}x`])
    expect((await site.remove({ id }, token)).status).toBe(403);
  expect(site.filesOf(id)).toEqual(['original']);
});

test('responds 422 or 404 to a deletion without a valid id', async () => {
  for (const body of [null, {}, [], { id: 1 }, { id: null }])
    expect((await site.remove(body)).status).toBe(422);
  for (const id of ['', '..', '../..', newId()]) expect((await site.remove({ id })).status).toBe(404);
});

const requestWith = (authorization?: string) =>
  new Request('http://localhost/images/1/upload', { headers: authorization ? { authorization } : {} });

test('accepts the admin only with the exact token as a bearer token', () => {
  expect(isAdministrator(requestWith('Bearer token'), 'token')).toBe(true);
  for (const other of [undefined, 'token', 'Bearer', 'Bearer toke', 'Bearer token2', 'Basic token']) {
    expect(isAdministrator(requestWith(other), 'token')).toBe(false);
  }
});
