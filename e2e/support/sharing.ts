import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Where links in emails lead: nobody else is to find them. */
export const addressesInMails: readonly string[] = ['/account/action', '/reminder'];

const canonical = (path: string) => (path === '/home' ? '/' : path);

/** The open page says to search engines, and to whom it is sent, what it is. */
export async function expectShareable(
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
    const picture = (await content(name).getAttribute('content')) ?? '';
    expect(picture.startsWith(`${site.url}/`), picture).toBe(true);
    const response = await request.get(picture);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await response.body()).length).toBeLessThan(120_000);
  }
}
