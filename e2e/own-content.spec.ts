import { expectAccessible } from './support/accessible.ts';
import { form } from './support/appointments.ts';
import { moveMouse, waitUntilHydrated } from './support/navigation.ts';
import { openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const fr = (text: string) => ({ fr: text });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const longTitle =
  'Comment nous choisissons les lieux, les jours et les heures de nos collectes de sang à Dakar';

const published: [kind: string, id: string, content: object][] = [
  ['identity', 'site', { name: fr('Donneurs de Sang Dakar') }],
  ['landing', 'site', { hidden: ['photos'], texts: { join: { title: fr('REJOIGNEZ-NOUS') } } }],
  ['links', 'site', { footer: { help: [{ label: fr('Aide'), url: 'https://aide.example' }] } }],
  [
    'page',
    'g',
    { slug: 'terms', title: fr('Conditions'), body: fr('# Avant le don\n\n[Nos centres](/centers)') },
  ],
  ['post', 'p', { slug: 'merci', title: fr('Merci !'), body: fr('Merci à **tous**.'), date: '2026-11-20' }],
  ...Array.from({ length: 10 }, (_, n): [string, string, object] => [
    'page',
    `m${n}`,
    { slug: `page-${n}`, title: fr(n === 0 ? longTitle : `Page ${n}`), body: fr('Texte'), inMenu: true },
  ]),
  ['team-card', 't', { name: fr('Awa Diop'), role: fr('Médecin') }],
  [
    'campaign',
    'k',
    {
      slug: 'bus',
      title: fr('Le bus'),
      detail: fr('Venez.'),
      date: inDays(9),
      place: fr('Gare'),
      centerId: 'c1',
    },
  ],
];

// Its own site, because other journeys expect the content of the specification.
test.use({ siteSettings: {}, expectedErrors: [/status of 404/] });

test("an owner's pages open from links, after Back and by their address, and 'Take part' fills in the form", async ({
  page,
  site,
}) => {
  await test.step('the owner publishes content', async () => {
    using database = openDatabase(site.dataDir);
    database.exec(
      "insert or ignore into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at) values ('c1', 'Dakar Center', 'dakar center', 'Dakar', 'UTC', null, null, 1, 0)",
    );
    const add = database.prepare("insert into content values (?, ?, 0, 1, '{}', ?, null, 0, null)");
    for (const [kind, id, content] of published) add.run(kind, id, JSON.stringify(content));
  });
  const bar = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  const isSameDocument = () => page.evaluate(() => 'stayed' in window);

  await test.step('pages that this document does not contain are loaded without leaving it', async () => {
    await page.goto('/contact');
    await waitUntilHydrated(bar.getByRole('link').first());
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await bar.getByRole('link', { name: 'About Us', exact: true }).click();
    await expect(heading).toBeFocused();
    await expect(heading).toHaveText('About Us');
    await expect(page.getByRole('main')).toContainText('Awa Diop');
    await bar.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'REJOIGNEZ-NOUS' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('main')).toContainText('Awa Diop');
    expect(await isSameDocument()).toBe(true);
  });

  await test.step('a campaign has a page, whose link fills in its center and day', async () => {
    await bar.getByRole('link', { name: 'Campaign', exact: true }).click();
    await page.getByRole('link', { name: 'Le bus', exact: true }).click();
    await expect(page).toHaveURL(/\/campaign\/bus$/);
    await expect(page).toHaveTitle('Le bus | Donneurs de Sang Dakar');
    await expect(heading).toBeFocused();
    await expectAccessible(page);
    const calendar = page.getByRole('link', { name: 'Add to your calendar' });
    const file = await page.request.get((await calendar.getAttribute('href')) ?? '');
    expect(await file.text()).toContain('X-WR-CALNAME:Donneurs de Sang Dakar');
    await page.getByRole('link', { name: 'Take part: Le bus' }).click();
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dakar Center');
    await expect(form(page).getByRole('status').first()).toContainText('Le bus: we filled in Dakar Center');
    await page.goBack();
    await expect(heading).toHaveText('Le bus');
    expect(await isSameDocument()).toBe(true);
  });

  for (const path of ['/blogs/merci', '/bn/p/terms', '/campaign/bus', '/blogs', '/about', '/'])
    await test.step(`${path} is accessible and fits the window, before and after its scripts have started`, async () => {
      await page.goto(path);
      const html = await page.getByRole('main').innerText();
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await expectAccessible(page);
      await moveMouse(page);
      await page.waitForFunction(() =>
        document.querySelector('script[src*="/assets/"], link[rel="modulepreload"]'),
      );
      if (path !== '/') await expect.poll(() => page.getByRole('main').innerText()).toBe(html);
    });

  for (const width of [360, 768, 1440])
    await test.step(`the menu has the owner's pages at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/contact');
      await waitUntilHydrated(bar.getByRole('button', { name: 'Menu' }));
      await bar.getByRole('button', { name: 'Menu' }).click();
      const drawer = page.getByRole('dialog', { name: 'Site menu' });
      const link = drawer.getByRole('link', { name: longTitle });
      await expect(link).toHaveAttribute('lang', 'fr');
      for (const one of [link, drawer.getByRole('link', { name: 'Page 9' })]) {
        const box = await one.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await one.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      }
      await expectAccessible(page);
      await drawer.getByRole('link', { name: 'Page 9' }).click();
      await expect(heading).toHaveText('Page 9');
      await expect(drawer).toBeHidden();
    });

  await test.step('on a site in French, pages have French texts and no Bengali', async () => {
    using database = openDatabase(site.dataDir);
    const region = {
      ...{ country: null, timeZone: 'Africa/Dakar', weekStart: 1, reminderHour: 9 },
      languages: ['fr', 'en'],
    };
    const add = database.prepare(
      "insert into content values ('region', 'site', 0, 1, '{}', ?, null, 0, null)",
    );
    add.run(JSON.stringify(region));
    await expect
      .poll(async () => (await page.request.get('/bn/about', { maxRedirects: 0 })).status())
      .toBe(302);
    await page.goto('/bn/p/terms?from=here');
    await expect(page).toHaveURL('/p/terms?from=here');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(heading).toHaveAttribute('lang', 'fr');
    await expect(page.locator('a[hreflang], link[hreflang]')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('an unknown address is a page that was not found', async () => {
    const response = await page.goto('/blogs/unknown');
    expect(response?.status()).toBe(404);
    await moveMouse(page);
    await expect(heading).toHaveText('Page not found');
  });

  await test.step('the terms open beside the form of registration, which keeps what was typed', async () => {
    await page.goto('/register');
    await page.locator('[name="name"]').fill('Awa');
    const [terms] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('main').getByRole('link', { name: 'Conditions' }).click(),
    ]);
    await expect(terms.getByRole('heading', { name: 'Avant le don' })).toBeVisible();
    await terms.close();
    await expect(page.locator('[name="name"]')).toHaveValue('Awa');
  });
});
