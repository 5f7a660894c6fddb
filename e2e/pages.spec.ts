import type { Page } from '@playwright/test';
import { publicPages } from '#contract/site.ts';
import { expectAccessible } from './support/accessible.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { emailedPaths, expectSharingMetadata } from './support/sharing.ts';
import { expect, test } from './support/test.ts';

const campaigns = ['Campus week', 'The blood bus', 'Night shift', 'A good start'];

/** Expects a `<main>` with only the specification's text, and the campaigns below it. */
async function expectCampaignsBelow(page: Page): Promise<void> {
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Our next campaigns' }) });
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(campaigns);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0);
}

/** The expected content of pages in addition to their heading, keyed by path. */
const content: Record<string, (page: Page) => Promise<void>> = {
  async '/'(page) {
    const bar = page.getByRole('banner');
    for (const [name, path] of Object.entries({
      Home: '/home',
      'About Us': '/about',
      Campaign: '/campaign',
      Blogs: '/blogs',
      Contact: '/contact',
      Login: '/login',
    })) {
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
    await expect(bar.getByRole('link', { name: 'DashBoard' })).toHaveCount(0);
    const footer = page.getByRole('contentinfo');
    const links = [
      ...['About', 'Careers', 'Brand Center', 'Blog'],
      ...['Discord Server', 'Twitter', 'Facebook', 'Contact Us'],
      ...['Privacy Policy', 'Licensing', 'Terms & Conditions'],
      ...['iOS', 'Android', 'Windows', 'MacOS'],
    ];
    for (const name of links) await expect(footer.getByText(name, { exact: true }).first()).toBeVisible();
    for (const expectedText of [`${new Date().getFullYear()}`, 'Blood Buddies', 'All Rights Reserved.'])
      await expect(footer).toContainText(expectedText);
  },
  async '/campaign'(page) {
    await expect(page.getByText('This is for campaign', { exact: true })).toHaveCount(12);
    await expect(page.getByRole('main')).toHaveText(/^(This is for campaign){12}$/);
    await expectCampaignsBelow(page);
    const join = page.getByRole('link', { name: 'Take part: The blood bus' });
    await waitUntilHydrated(join);
    await join.click();
    await expect(page.locator('[name="center"]')).toHaveValue('River Road market');
    await page.goBack();
  },
  async '/blogs'(page) {
    await expect(page.getByText('This is blogs', { exact: true })).toHaveCount(18);
    await expect(page.getByRole('main')).toHaveText(/^(This is blogs){18}$/);
    await expectCampaignsBelow(page);
  },
  async '/contact'(page) {
    await expect(page.getByRole('main')).toHaveText('This is for contact');
    await expectCampaignsBelow(page);
  },
  '/donor': expectCampaignsBelow,
  '/reciever': expectCampaignsBelow,
  async '/about'(page) {
    await expect(page.getByText('This is about us', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Our Volunteers' })).toBeVisible();
    const offices = page.getByRole('main').getByText(/^(manager|founder|co-founder)$/i);
    await expect(offices).toHaveCount(3);
    const steps = page.getByRole('region', { name: 'Become a volunteer' });
    for (const name of ['Join a campaign', 'Request an appointment', 'Share your photos', 'Find help'])
      await expect(steps.getByRole('link', { name })).toBeVisible();
  },
};

test('[PUB-01] [PUB-02] [PUB-03] [PUB-04] [PUB-05] [PUB-06] [NAV-01] [NAV-03] [FTR-01] [FTR-02] each public page opens, is accessible, fits a narrow screen and contacts no other origin', async ({
  page,
  request,
  site,
}) => {
  let requestCount = 0;
  let headings: string[] = [];
  page.on('request', () => (requestCount += 1));
  for (const path of publicPages.filter((address) => !emailedPaths.includes(address)))
    await test.step(path, async () => {
      requestCount = 0;
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/Blood Buddies/);
      await content[path]?.(page);
      const mainHeadings = page.getByRole('main').getByRole('heading');
      if (path === '/') headings = await mainHeadings.allTextContents();
      if (path === '/home') await expect(mainHeadings).toHaveText(headings);
      await expectAccessible(page);
      await expectSharingMetadata(page, request, { site, path });
      await page.keyboard.press('End');
      await page.waitForLoadState('networkidle');
      // The `noOtherOrigins` fixture checks the origins of these requests.
      expect(requestCount).toBeGreaterThan(3);
      // Only the mobile menu, which is a dialog, links to the unlisted pages.
      const outsideMenu = page.locator('a:not(dialog a)');
      for (const unlisted of ['/donor', '/reciever'])
        await expect(outsideMenu.and(page.locator(`[href="${unlisted}"]`))).toHaveCount(0);

      // Rotates the device, so that the width changes after loading.
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
});

test.describe('for a member', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('[GRD-04] [GRD-05] [NAV-05] [NAV-06] [PUB-07] the side menu leads through the dashboard pages; an unknown address shows the not-found page', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    const main = page.getByRole('main');
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/dashboard\/appointments$/);
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    const names = ['Donors', 'Volunteers', 'Photo Gallery', 'My donations', 'Your account', 'Appointments'];
    for (const name of names) {
      const link = menu.getByRole('link', { name, exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      // The page also works when it is opened by its URL.
      await page.reload();
      await expect(main.getByRole('heading').first()).toBeVisible();
      await expect(main.locator('.bb-spinner')).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.goto('/dashboard/volunteers');
    await expect(main).toHaveText('Our volunteers will be listed here');
    await page.goto('/dashboard/donors');
    await expect(main).toHaveText('Our Donors');
    for (const width of [1100, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const brand = await page.getByRole('banner').getByRole('link', { name: 'Blood Buddies' }).boundingBox();
      expect((await menu.boundingBox())?.x, 'the menu is aligned with the brand').toBeCloseTo(
        brand?.x ?? 0,
        0,
      );
      await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
      await expect(main.getByRole('heading')).toHaveText('This is blogs');
      const publicBrand = await page
        .getByRole('banner')
        .getByRole('link', { name: 'Blood Buddies' })
        .boundingBox();
      expect(publicBrand?.x, 'the top bar has one width').toBe(brand?.x);
      await page.goBack();
      await expect(main.getByRole('heading')).toHaveText('Our Donors');
    }

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Dashboard sections' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Photo Gallery' }).click();
    await expect(page).toHaveURL(/\/dashboard\/gallery$/);
    await expect(drawer).toBeHidden();

    expect((await page.goto('/dashboard/unknown/deeper'))?.status()).toBe(404);
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard/unknown');
    await expect(page).toHaveTitle(/not found/i);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
  });
});
