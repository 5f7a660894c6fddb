import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Photo } from '#contract/photos.ts';

/** As the image host makes them: a few blurred pixels. */
const placeholder = `data:image/webp;base64,${(
  await sharp({ create: { width: 12, height: 8, channels: 3, background: '#b98' } })
    .webp()
    .toBuffer()
).toString('base64')}`;

const picture = await sharp({ create: { width: 162, height: 120, channels: 3, background: '#2a7d6d' } })
  .webp()
  .toBuffer();

const shapes = [0.75, 1.33, 0.67, 1, 1.5, 0.56, 1.25];

/** Made up photos, newest first, of many shapes. */
export const fakePhotos = (count: number): Photo[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `photo-${index}`,
    img: `/images/photo-${index}`,
    title: `Photo number ${index + 1}`,
    width: 1000,
    height: Math.round(1000 * (shapes[(index * 5 + Math.floor(index / 7)) % shapes.length] ?? 1)),
    placeholder,
  }));

/** What the site answers for a wall of its own; all of it may be changed while the page is open. */
export type FakeGallery = {
  photos: Photo[];
  /** Every address of the list that was asked for, in order. */
  asked: string[];
  /** Answers one request for the list in another way; gives false to answer as usual. */
  meanwhile: (route: Route, after: string | null) => Promise<boolean> | boolean;
};

/** Answers for the list of photos and for their pictures, as the product server and the image host do. */
export async function serveFakeGallery(page: Page, photos: Photo[]): Promise<FakeGallery> {
  const wall: FakeGallery = { photos, asked: [], meanwhile: () => false };
  const absolute = (photo: Photo, { url }: { url: () => string }) => ({
    ...photo,
    img: new URL(photo.img, url()).href,
  });
  await page.route(/\/api\/photo(\?|$)/, async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') return route.fallback();
    const { search, searchParams } = new URL(request.url());
    wall.asked.push(search);
    const after = searchParams.get('after');
    if (await wall.meanwhile(route, after)) return;
    const from = after === null ? 0 : wall.photos.findIndex(({ _id }) => _id === after) + 1;
    const limit = Number(searchParams.get('limit') ?? wall.photos.length);
    return route.fulfill({
      json: wall.photos
        .slice(from, from + limit)
        .map((photo) => absolute(photo, { url: () => request.url() })),
    });
  });
  await page.route(/\/images\/photo-\d+\?/, (route) =>
    route.fulfill({ body: picture, contentType: 'image/webp' }),
  );
  return wall;
}
