import { publicPages } from '#contract/site.ts';
import { expectAccessible } from './support/accessible.ts';
import { addressesInMails, expectShareable } from './support/sharing.ts';
import { expect, test } from './support/test.ts';

test('[PUB-01] each public page opens for a visitor, accessible, on a narrow screen too, asks nobody else for anything, and says what it is', async ({
  page,
  request,
  site,
}) => {
  let asked = 0;
  page.on('request', () => (asked += 1));
  for (const path of publicPages.filter((each) => !addressesInMails.includes(each)))
    await test.step(path, async () => {
      asked = 0;
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/Blood Buddies/);
      await expectAccessible(page);
      await expectShareable(page, request, { site, path });
      await page.keyboard.press('End');
      await page.waitForLoadState('networkidle');
      // Of strangers hears `noStrangers`.
      expect(asked).toBeGreaterThan(3);

      // As a tablet that is turned: the page was read at another width.
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
});

test('[PUB-01] [PUB-02] [PUB-03] [PUB-04] [PUB-05] [PUB-06] [NAV-01] [NAV-03] [FTR-01] [FTR-02] what stands on the public pages', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('/');
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
  for (const path of ['/donor', '/reciever']) {
    await expect(page.locator(`a[href="${path}"]`).filter({ visible: true })).toHaveCount(0);
  }
  const footer = page.getByRole('contentinfo');
  const links = [
    ...['About', 'Careers', 'Brand Center', 'Blog'],
    ...['Discord Server', 'Twitter', 'Facebook', 'Contact Us'],
    ...['Privacy Policy', 'Licensing', 'Terms & Conditions'],
    ...['iOS', 'Android', 'Windows', 'MacOS'],
  ];
  for (const name of links) await expect(footer.getByText(name, { exact: true }).first()).toBeVisible();
  await expect(footer).toContainText(`${new Date().getFullYear()}`);
  await expect(footer).toContainText('Blood Buddies');
  await expect(footer).toContainText('All Rights Reserved.');

  const headings = await main.getByRole('heading').allTextContents();
  await page.goto('/home');
  await expect(main.getByRole('heading')).toHaveText(headings);
  await page.goto('/campaign');
  await expect(page.getByText('This is for campaign', { exact: true })).toHaveCount(12);
  await page.goto('/blogs');
  await expect(page.getByText('This is blogs', { exact: true })).toHaveCount(18);
  await page.goto('/contact');
  await expect(main).toHaveText('This is for contact');
  await page.goto('/about');
  await expect(page.getByText('This is about us', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Our Volunteers' })).toBeVisible();
  await expect(main.getByText(/^(manager|founder|co-founder)$/i)).toHaveCount(3);
});

test.describe('nowhere', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('[PUB-07] an unknown address is the not-found page with status 404, for a member too', async ({
    page,
    signedIn,
  }) => {
    expect((await page.goto('/dashboard/unknown/deeper'))?.status()).toBe(404);
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/dashboard/unknown');
    await expect(page).toHaveTitle(/not found/i);
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
    expect(signedIn.email).toBeTruthy();
  });
});

test('[GRD-04] [GRD-05] [NAV-05] [NAV-06] the side menu leads a member through the dashboard, each page of which is accessible', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const main = page.getByRole('main');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  for (const name of ['Donors', 'Volunteers', 'Photo Gallery', 'Appointments']) {
    const link = menu.getByRole('link', { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    // Opened by its address it is the same.
    await page.reload();
    await expect(main.getByRole('heading').first()).toBeVisible();
    await expect(main.getByRole('status')).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.goto('/dashboard/donors');
  await expect(main.getByRole('heading')).toHaveText('Our Donors');
  for (const width of [1100, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const brand = await page.getByRole('banner').getByRole('link', { name: 'Blood Buddies' }).boundingBox();
    expect((await menu.boundingBox())?.x, 'it begins where the brand begins').toBeCloseTo(brand?.x ?? 0, 0);
  }

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Dashboard sections' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Photo Gallery' }).click();
  await expect(page).toHaveURL(/\/dashboard\/gallery$/);
  await expect(drawer).toBeHidden();
});
