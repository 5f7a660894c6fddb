import { expect, test, vi } from 'vitest';
import type { Photo } from '#contract/photos.ts';
import { getPictureSources } from '#contract/picture-sources.ts';
import { galleryPreloadHeader } from './preload-header.ts';

const photo = (img: string, width?: number): Photo => ({
  _id: img,
  img,
  title: 'A "title", <of> its own',
  width,
});
const createLink = (...photos: Photo[]) => galleryPreloadHeader(async () => photos);

test('[GAL-01] preloads exactly the sources that the page will show', async () => {
  const img = 'https://site.example/images/p1';
  const { src, srcSet, sizes } = getPictureSources(img, 700);
  expect(await createLink(photo(img, 700))).toBe(
    `<${src}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${srcSet}"; imagesizes="${sizes}"`,
  );
});

test('[GAL-01] preloads one photo, two from 600 px and three from 1200 px', async () => {
  const list = vi.fn(async () => ['a', 'b', 'c'].map((id) => photo(`https://site.example/images/${id}`)));
  const links = (await galleryPreloadHeader(list)).split(', <');
  expect(list).toHaveBeenCalledExactlyOnceWith(3);
  expect(links.map((link) => /media="([^"]*)"/.exec(link)?.[1])).toEqual([
    undefined,
    '(min-width: 600px)',
    '(min-width: 1200px)',
  ]);
});

test('lets no URL end the header or add a value', async () => {
  const link = await createLink(photo('https://i.example/a">,\r\nSet-Cookie: x=1'));
  expect(link).not.toMatch(/[\r\n]/);
  expect(link).toMatch(/^<https:\/\/i\.example\/a%22%3E,Set-Cookie:%20x=1\?/);
  expect(link.match(/>/g)).toHaveLength(1);
});

test('preloads fewer pictures when their URLs are long', async () => {
  const long = (length: number) => photo(`https://pictures.example/${'a'.repeat(length)}`);
  const typical = photo(
    'https://blood-buddies.example.org/images/0193aa11-2222-7333-8444-555566667777',
    2560,
  );
  expect(await createLink(long(1900))).toBe('');
  const link = await createLink(typical, typical, typical, typical);
  expect(link.length).toBeLessThanOrEqual(2500);
  expect(link.match(/rel=preload/g)).toHaveLength(2);
  expect((await createLink(typical, long(1900), typical)).match(/rel=preload/g)).toHaveLength(1);
});

test('skips invalid URLs and returns an empty header without photos', async () => {
  expect(await createLink(photo('no address'))).toBe('');
  expect(await createLink()).toBe('');
});
