import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Site } from './site.ts';

/** The pages that only emails link to and that search engines must not index. */
export const emailedPaths: readonly string[] = [
  '/account/action',
  '/reminder',
  '/slot-offer',
  '/request-answer',
];

const canonical = (path: string) => (path === '/home' ? '/' : path);

/** Expects the metadata for search engines and link previews on the open page. */
export async function expectSharingMetadata(
  page: Page,
  request: APIRequestContext,
  { site, path }: { site: Site; path: string },
): Promise<void> {
  const content = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
  const address = site.url + canonical(path);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  await expect(content('og:url')).toHaveAttribute('content', address);
  await expect(content('description')).toHaveAttribute('content', /\w{3,}/);
  await expect(content('og:title')).toHaveAttribute('content', await page.title());
  await expect(content('twitter:card')).toHaveAttribute('content', 'summary_large_image');
  await expect(content('robots')).toHaveCount(0);
  for (const name of ['og:image', 'twitter:image']) {
    const image = (await content(name).getAttribute('content')) ?? '';
    expect(image.startsWith(`${site.url}/`), image).toBe(true);
    const response = await request.get(image);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await response.body()).length).toBeLessThan(120_000);
  }
}
