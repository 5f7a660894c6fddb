import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Photo } from '#contract/photos.ts';

/** A placeholder of a few blurred pixels, as the image host creates it. */
const placeholder = `data:image/webp;base64,${(
  await sharp({ create: { width: 12, height: 8, channels: 3, background: '#b98' } })
    .webp()
    .toBuffer()
).toString('base64')}`;

const image = await sharp({ create: { width: 162, height: 120, channels: 3, background: '#2a7d6d' } })
  .webp()
  .toBuffer();

const shapes = [0.75, 1.33, 0.67, 1, 1.5, 0.56, 1.25];

/** Made-up photos with different aspect ratios, newest first. */
export const fakePhotos = (count: number): Photo[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `photo-${index}`,
    img: `/images/photo-${index}`,
    title: `Photo number ${index + 1}`,
    width: 1000,
    height: Math.round(1000 * (shapes[(index * 5 + Math.floor(index / 7)) % shapes.length] ?? 1)),
    placeholder,
  }));

/** The fake gallery that the page receives. A journey may change every member while the page is open. */
export type FakeGallery = {
  photos: Photo[];
  /** The query string of every request for the list, in order. */
  listRequests: string[];
  /** May respond to a request for the list. Returns false to send the default response. */
  intercept: (route: Route, after: string | null) => Promise<boolean> | boolean;
};

/**
 * Responds to requests for the photo list and for images in place of the product server and the image host.
 */
export async function serveFakeGallery(page: Page, photos: Photo[]): Promise<FakeGallery> {
  const gallery: FakeGallery = { photos, listRequests: [], intercept: () => false };
  const absolute = (photo: Photo, { url }: { url: () => string }) => ({
    ...photo,
    img: new URL(photo.img, url()).href,
  });
  await page.route(/\/api\/photo(\?|$)/, async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') return route.fallback();
    const { search, searchParams } = new URL(request.url());
    gallery.listRequests.push(search);
    const after = searchParams.get('after');
    if (await gallery.intercept(route, after)) return;
    const from = after === null ? 0 : gallery.photos.findIndex(({ _id }) => _id === after) + 1;
    const limit = Number(searchParams.get('limit') ?? gallery.photos.length);
    return route.fulfill({
      json: gallery.photos
        .slice(from, from + limit)
        .map((photo) => absolute(photo, { url: () => request.url() })),
    });
  });
  await page.route(/\/images\/photo-\d+\?/, (route) =>
    route.fulfill({ body: image, contentType: 'image/webp' }),
  );
  return gallery;
}
