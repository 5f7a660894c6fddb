import { expect, test } from 'vitest';
import { days, hours } from '#platform/time.ts';
import { openHost } from './testing/host.ts';
import { picture } from './testing/pictures.ts';

const began = 1_795_000_000_000;

/** A host whose clock the test holds, and whose product shows what is in `photos`. */
async function openWatched() {
  const time = { now: began };
  const photos = new Set<string>();
  const site = await openHost({
    clock: () => time.now,
    shown: async (imgs) => new Set(imgs.filter((img) => photos.has(img))),
  });
  const status = async (id: string) => (await site.request(`/images/${id}?fm=json`)).status;
  return { site, time, photos, status, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('a picture that nobody saves is there for a whole day; then nobody finds it, and its files go', async () => {
  await using host = await openWatched();
  const { site, time, status } = host;
  const { id } = await site.uploaded(await picture());
  await site.request(`/images/${id}?w=162`);
  time.now = began + days(1);
  await site.runJobs();
  expect(await status(id)).toBe(200);

  time.now += 1;
  await site.runJobs();
  for (const query of ['', '?w=162', '?fm=json'])
    expect((await site.request(`/images/${id}${query}`)).status).toBe(404);
  expect(site.filesOf(id)).toEqual(['original', 'w162.jpeg']);

  time.now += hours(1) + 1;
  await site.runJobs();
  expect(site.filesOf(id)).toEqual([]);
});

test('a picture that the gallery shows stays', async () => {
  await using host = await openWatched();
  const { site, time, photos, status } = host;
  const { id, url } = await site.uploaded(await picture());
  photos.add(url);
  for (let day = 1; day <= 3; day += 1) {
    time.now = began + days(day) + day;
    await site.runJobs();
    expect(await status(id)).toBe(200);
  }
});

test('a save that crosses the mark brings the picture back', async () => {
  await using host = await openWatched();
  const { site, time, photos, status } = host;
  const { id, url } = await site.uploaded(await picture());
  time.now += days(1) + 1;
  await site.runJobs();
  photos.add(url);
  expect(await status(id)).toBe(404);
  time.now += hours(1) + 1;
  await site.runJobs();
  expect(await status(id)).toBe(200);
  expect((await site.request(`/images/${id}`)).status).toBe(200);
});
