import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { englishWords, inLanguage } from './support/languages.ts';
import { signInThroughApi } from './support/member.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const { path } = inLanguage('bn');

// Uses its own site, with one owner and one center.
test.use({ siteSettings: {} });

const pages = [
  ...['', '/shift', '/today', '/scan', '/moderation', '/reviews', '/figures', '/closings', '/centers'],
  ...[
    '/people',
    '/log',
    '/settings',
    '/accounts',
    '/payments',
    '/imported-donations',
    '/messages',
    '/backups',
  ],
  ...['/site', '/site/identity', '/site/contact', '/site/counters', '/site/campaign', '/site/campaign/new'],
  ...['/site/team-card/new', '/site/post/new', '/site/districts', '/requests', '/needs'],
];

test('every staff page is in Bengali, accessible and fits at every width', async ({
  page,
  site,
  member,
  request,
}) => {
  using database = openDatabase(site.dataDir);
  giveRole(database, member.email, 'owner');
  await signInThroughApi(page.context(), site, member);
  giveSecondFactor(site.dataDir);
  const send = async (address: string, data: object) => {
    const headers = { Authorization: `Bearer ${member.accessToken}` };
    const response = await request.post(`/api${address}`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const name = 'ঢাকা মেডিকেল কলেজ হাসপাতাল রক্তদান কেন্দ্র';
  const { insertedId } = await send('/staff/centers', { name, address: 'ঢাকা', timeZone: 'Asia/Dhaka' });
  const hours = { opens: '00:00', closes: '24:00', intervalMinutes: 30, slots: 2 };
  const from = utcDay(Date.now() - days(1));
  await send(`/staff/centers/${insertedId}/series`, { weekdays: [1, 2, 3, 4, 5, 6, 7], from, ...hours });
  const walkIn = { centerId: insertedId, name: 'রহিমা খাতুন', bloodGroup: 'O+', operationId: 'first' };
  await send('/staff/walk-ins', walkIn);
  await send(`/staff/centers/${insertedId}/closings`, { date: utcDay(Date.now() + days(9)) });

  for (const address of [...pages, `/centers/${insertedId}`])
    await test.step(`/staff${address}`, async () => {
      await page.goto(path(`/staff${address}`));
      await expect(page.locator('main h1:not(.sr-only)')).toBeVisible();
      await expect(page.locator('main .bb-spinner')).toHaveCount(0);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      }
      expect(await englishWords(page)).toEqual([]);
      await expectAccessible(page);
    });

  for (const address of ['/staff/today', path('/staff/today')])
    await test.step(`the menu of ${address} takes one row`, async () => {
      await page.goto(`${address}?lang=en`);
      const items = page.locator('.bb-staff nav li:visible');
      await expect(items).toHaveCount(11);
      const tops = await items.evaluateAll((list) => list.map((item) => item.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
    });
});
