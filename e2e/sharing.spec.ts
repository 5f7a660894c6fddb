import { listedPages, notFoundPage, publicPages } from '#contract/site.ts';
import { untilAlive } from './support/alive.ts';
import { expect, test } from './support/test.ts';

/** Where links in mails lead: nobody else is to find them. */
const mailed: readonly string[] = ['/account/action', '/reminder'];
const visited = publicPages.filter((path) => !mailed.includes(path));
const canonical = (path: string) => (path === '/home' ? '/' : path);

for (const path of visited) {
  test(`[PUB-01] ${path} asks no other origin for anything, scrolled to its end`, async ({ page, site }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path);
    await page.keyboard.press('End');
    await page.waitForLoadState('networkidle');
    const elsewhere = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== site.url);
    expect(asked.length).toBeGreaterThan(3);
    expect(elsewhere).toEqual([]);
  });

  test(`${path} says what it is where it is found or shared`, async ({ page, request, site }) => {
    await page.goto(path);
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
      const answer = await request.get(picture);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg']);
      expect((await answer.body()).length).toBeLessThan(120_000);
    }
  });
}

test('no two listed pages have the same title or description', async ({ request }) => {
  const heads = await Promise.all(
    listedPages.map(async (path) => {
      const html = await (await request.get(path)).text();
      return [/<title>(.*?)<\/title>/, /name="description" content="(.*?)"/].map(
        (part) => part.exec(html)?.[1],
      );
    }),
  );
  for (const part of [0, 1]) expect(new Set(heads.map((head) => head[part])).size).toBe(listedPages.length);
});

test('the sitemap lists the listed pages with their full addresses, and each of them answers', async ({
  request,
  site,
}) => {
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toContain('xml');
  const listed = [...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual(listedPages.map((path) => site.url + path));
  for (const address of listed) expect((await request.get(address ?? '')).status()).toBe(200);
});

test('robots.txt keeps crawlers out of the dashboard and shows them the sitemap', async ({
  request,
  site,
}) => {
  const rules = (await (await request.get('/robots.txt')).text()).split('\n');
  expect(rules).toContain('Disallow: /dashboard');
  expect(rules).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  const forbidden = rules.filter((rule) => rule.startsWith('Disallow: ')).map((rule) => rule.slice(10));
  for (const path of listedPages) expect(forbidden.some((start) => path.startsWith(start))).toBe(false);
});

test('the landing page tells search engines of the community and its four campaigns', async ({
  request,
  site,
}) => {
  const html = await (await request.get('/')).text();
  const block = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const things: { '@type': string; url?: string; startDate?: string; image?: string }[] =
    JSON.parse(block)['@graph'];
  const campaigns = things.filter((thing) => thing['@type'] === 'Event');
  expect(things.filter((thing) => thing['@type'] === 'NGO')).toHaveLength(1);
  expect(campaigns).toHaveLength(4);
  for (const { url, startDate, image } of campaigns) {
    expect(url).toBe(`${site.url}/`);
    expect(startDate).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    expect((await request.get(image ?? '')).status()).toBe(200);
  }
});

test('the icons and the manifest are there, as large as they say', async ({ page, request }) => {
  await page.goto('/');
  const icons = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(icons).toHaveLength(3);
  const manifest = await (await request.get('/site.webmanifest')).json();
  const sizes: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  expect(sizes.filter((icon) => icon.purpose === 'maskable').map((icon) => icon.sizes)).toEqual([
    '192x192',
    '512x512',
  ]);
  for (const src of [...icons, ...sizes.map((icon) => icon.src)]) {
    expect((await request.get(src ?? '')).headers()['content-type'], src ?? '').toMatch(/^image\//);
  }
  for (const { src, sizes: told } of sizes.filter((icon) => icon.src.endsWith('.png'))) {
    const png = await (await request.get(src)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(told);
  }
});

test('the browser is given a colour for its bar, light and dark', async ({ page }) => {
  await page.goto('/');
  const colours = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((tags) => tags.map((tag) => [tag.getAttribute('media'), tag.getAttribute('content')]));
  expect(colours.map(([media]) => media)).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
  expect(colours[0]?.[1]).not.toBe(colours[1]?.[1]);
});

test.describe('pages that nobody should find', () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const path of [...mailed, '/nowhere', notFoundPage, '/dashboard/appointments']) {
    test(`${path} asks not to be listed`, async ({ request }) => {
      const html = await (await request.get(path)).text();
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('rel="canonical"');
    });
  }
});

test('the title and the focus follow each navigation inside the site', async ({ page }) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  await untilAlive(bar.getByRole('link', { name: 'About Us', exact: true }));
  for (const [link, title] of [
    ['About Us', 'About Us'],
    ['Campaign', 'Campaign'],
    ['Blogs', 'Blogs'],
    ['Contact', 'Contact'],
    ['Login', 'Login'],
    ['Home', 'Blood Buddies'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^${title} \\|`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveTitle(/^Login \|/);
  await page.getByRole('link', { name: 'New To Blood Buddies ?' }).click();
  await expect(page).toHaveTitle(/^Create Account \|/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('a mistyped address', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('[PUB-07] comes alive as the not-found page, and the way on needs no new page', async ({ page }) => {
    await page.goto('/abuot?from=mail');
    const link = page.getByRole('main').getByRole('link').first();
    await untilAlive(link);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await link.click();
    await expect(page).toHaveTitle(/^Blood Buddies \|/);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 404/] });

  test('[PUB-07] the not-found page can be read, and leads on', async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found | Blood Buddies');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
  });
});
