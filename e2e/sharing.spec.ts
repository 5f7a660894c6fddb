import { indexedPages, notFoundPage } from '#contract/site.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { emailedPaths } from './support/sharing.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/status of 404/] });

test('[PUB-07] metadata, icons and manifest are correct; each navigation sets the title and the focus', async ({
  page,
  request,
  site,
}) => {
  await test.step('each indexed page has a title and a description; the sitemap, robots.txt and the four campaigns are correct', async () => {
    const heads = await Promise.all(
      indexedPages.map(async (path) => {
        const html = await (await request.get(path)).text();
        return [/<title>(.*?)<\/title>/, /name="description" content="(.*?)"/].map(
          (part) => part.exec(html)?.[1],
        );
      }),
    );
    for (const part of [0, 1])
      expect(new Set(heads.map((head) => head[part])).size).toBe(indexedPages.length);

    const sitemap = await request.get('/sitemap.xml');
    expect(sitemap.headers()['content-type']).toContain('xml');
    const listed = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual(indexedPages.map((path) => site.url + path));
    for (const address of listed) expect((await request.get(address ?? '')).status()).toBe(200);

    const rules = (await (await request.get('/robots.txt')).text()).split('\n');
    expect(rules).toContain('Disallow: /dashboard');
    expect(rules).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    const forbidden = rules.filter((rule) => rule.startsWith('Disallow: ')).map((rule) => rule.slice(10));
    for (const path of indexedPages) expect(forbidden.some((start) => path.startsWith(start))).toBe(false);
    for (const path of [...emailedPaths, '/nowhere', notFoundPage, '/dashboard/appointments']) {
      const html = await (await request.get(path)).text();
      expect(html, path).toContain('<meta name="robots" content="noindex"/>');
      expect(html, path).not.toContain('rel="canonical"');
    }

    const landing = await (await request.get('/')).text();
    const block = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(landing)?.[1] ?? '';
    const entities: { '@type': string; url?: string; startDate?: string; image?: string }[] =
      JSON.parse(block)['@graph'];
    const campaigns = entities.filter((entity) => entity['@type'] === 'Event');
    expect(entities.filter((entity) => entity['@type'] === 'NGO')).toHaveLength(1);
    expect(campaigns).toHaveLength(4);
    for (const { url, startDate, image } of campaigns) {
      expect(url).toBe(`${site.url}/`);
      expect(startDate).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
      expect((await request.get(image ?? '')).status()).toBe(200);
    }
  });

  await test.step('the icons have their declared sizes, and there is a light and a dark theme color', async () => {
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
    for (const { src, sizes: declaredSize } of sizes.filter((icon) => icon.src.endsWith('.png'))) {
      const png = await (await request.get(src)).body();
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(declaredSize);
    }
    const colors = await page
      .locator('meta[name="theme-color"]')
      .evaluateAll((tags) => tags.map((tag) => [tag.getAttribute('media'), tag.getAttribute('content')]));
    expect(colors.map(([media]) => media)).toEqual([
      '(prefers-color-scheme: light)',
      '(prefers-color-scheme: dark)',
    ]);
    expect(colors[0]?.[1]).not.toBe(colors[1]?.[1]);
  });

  await test.step('each navigation sets the title and the focus, and the not-found page needs no reload', async () => {
    await page.goto('/abuot?from=mail');
    const link = page.getByRole('main').getByRole('link').first();
    await waitUntilHydrated(link);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await link.click();
    await expect(page).toHaveTitle(/^Blood Buddies \|/);
    const bar = page.getByRole('banner');
    for (const [name, title] of [
      ['About Us', 'About Us'],
      ['Campaign', 'Campaign'],
      ['Blogs', 'Blogs'],
      ['Contact', 'Contact'],
      ['Login', 'Login'],
      ['Home', 'Blood Buddies'],
    ] as const) {
      await bar.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveTitle(new RegExp(`^${title} \\|`));
      const heading = page.getByRole('heading', { level: 1 });
      await expect(name === 'Login' ? page.locator('[name="email"]') : heading).toBeFocused();
    }
    await page.goBack();
    await expect(page).toHaveTitle(/^Login \|/);
    await page.getByRole('link', { name: 'New To Blood Buddies ?' }).click();
    await expect(page).toHaveTitle(/^Create Account \|/);
    await expect(page.locator('[name="name"]')).toBeFocused();
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  });
});
