import { expect, test } from 'vitest';
import { testLog } from '#platform/testing/kept-logs.ts';
import { days, hours } from '#platform/time.ts';
import { openS3Storage } from './storage/s3.ts';
import { openHost } from './testing/host.ts';
import { facts, picture } from './testing/pictures.ts';
import { startS3Server } from './testing/s3-server.ts';

test('a picture that nobody saves is there for a whole day; then nobody finds it, and its files go', async () => {
  const began = 1_795_000_000_000;
  const time = { now: began };
  const photos = new Set<string>();
  await using site = await openHost({
    clock: () => time.now,
    shown: async (imgs) => new Set(imgs.filter((img) => photos.has(img))),
  });
  const { id } = await site.uploaded(await picture());
  const saved = await site.uploaded(await picture());
  photos.add(saved.url);
  const status = async (id: string, query: string) => (await site.request(`/images/${id}${query}`)).status;
  await site.request(`/images/${id}?w=162`);
  time.now = began + days(1);
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

test('with a bucket the sizes of a picture are made from it, stored in it and removed from it', async () => {
  await using s3 = await startS3Server();
  await using site = await openHost({ storage: await openS3Storage(s3.settings, testLog()) });
  const { id, size } = await site.uploaded(await picture());
  const get = async (query: string) =>
    new Uint8Array(await (await site.request(`/images/${id}${query}`)).arrayBuffer());
  expect(await get('')).toHaveLength(size);
  const small = await get('?w=162');
  expect(await facts(small)).toMatchObject({ format: 'jpeg', width: 162 });
  expect(s3.filesOf(id)).toEqual(['original', 'w162.jpeg']);
  expect(await get('?w=150')).toEqual(small);
  expect([site.filesOf(id), site.incoming()]).toEqual([[], []]);

  expect((await site.remove({ id })).status).toBe(204);
  expect(s3.filesOf(id)).toEqual([]);
  expect((await site.request(`/images/${id}`)).status).toBe(404);
});
