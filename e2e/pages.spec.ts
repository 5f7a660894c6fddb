import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

const publicPages = [
  '/',
  '/home',
  '/about',
  '/contact',
  '/campaign',
  '/blogs',
  '/login',
  '/register',
  '/donor',
  '/reciever',
];
const memberPages = [
  '/dashboard/appointments',
  '/dashboard/donors',
  '/dashboard/volunteers',
  '/dashboard/gallery',
];

for (const path of publicPages) {
  test(`[PUB-01] ${path} opens for a visitor and is accessible`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Blood Buddies/);
    await expectAccessible(page);
  });
}

for (const path of memberPages) {
  test(`[GRD-04] ${path} opens for a member and is accessible`, async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('[PUB-04] [PUB-05] the placeholders stand as often as they should', async ({ page }) => {
  await page.goto('/campaign');
  await expect(page.getByText('This is for campaign', { exact: true })).toHaveCount(12);
  await page.goto('/blogs');
  await expect(page.getByText('This is blogs', { exact: true })).toHaveCount(18);
});

test('[PUB-02] [PUB-03] about and contact', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('main')).toHaveText('This is for contact');
  await page.goto('/about');
  await expect(page.getByText('This is about us', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Our Volunteers' })).toBeVisible();
  const roles = page.getByRole('main').getByText(/^(manager|founder|co-founder)$/i);
  await expect(roles).toHaveCount(3);
});

test('[PUB-06] donor and reciever are linked from the mobile menu alone', async ({ page }) => {
  await page.goto('/');
  for (const path of ['/donor', '/reciever']) {
    await expect(page.locator(`a[href="${path}"]`).filter({ visible: true })).toHaveCount(0);
  }
});

test.describe('nowhere', () => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const path of ['/nowhere', '/dashboard/unknown/deeper']) {
    test(`[PUB-07] ${path} is the not-found page with status 404`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      if (path === '/nowhere') {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });
  }

  test('an unknown dashboard page is the not-found page for a member', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto('/dashboard/unknown');
    await expect(page).toHaveTitle(/not found/i);
  });
});

test('[NAV-01] [NAV-03] the top bar lists the five pages and Login', async ({ page }) => {
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
});

test('[NAV-05] [NAV-06] [GRD-05] the side menu leads through the dashboard; the active link is highlighted', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  const menu = page.getByRole('navigation', { name: /dashboard/i });
  for (const name of ['Donors', 'Volunteers', 'Photo Gallery', 'Appointments']) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  await page.goto('/dashboard/donors');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText('Our Donors');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[NAV-05] the dashboard menu is a drawer behind a floating button', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto('/dashboard/donors');
    await page.getByRole('button', { name: 'Dashboard sections' }).click();
    const drawer = page.getByRole('dialog');
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Photo Gallery' }).click();
    await expect(page).toHaveURL(/\/dashboard\/gallery$/);
    await expect(drawer).toBeHidden();
  });

  for (const path of ['/', '/about', '/login', '/register', '/campaign']) {
    test(`nothing of ${path} is wider than the screen at 320 px`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }
});

test('[FTR-01] [FTR-02] the footer lists its dead links and the copyright of this year', async ({ page }) => {
  await page.goto('/');
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
});
