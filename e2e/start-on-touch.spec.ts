import type { Page } from '@playwright/test';
import { publicPages } from '../contract/site.ts';
import { moveMouse, waitUntilHydrated } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

/** Pages whose content needs an address from an email. */
const pagesWithSpinner = ['/account/action', '/reminder', '/slot-offer', '/request-answer'];
const completePages = publicPages.filter((path) => !pagesWithSpinner.includes(path));

const isReactLoaded = (page: Page) => page.evaluate(() => '__reactRouterManifest' in window);
const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' });

/** Holds every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

// Chromium reports the second click on the menu, which does nothing.
test.use({ expectedErrors: [/Dialog commands are ignored on open popovers/] });

test('[LND-05] [LGN-02] a page has no script until it is touched; an early click acts once, and typed text stays', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const menu = page.getByRole('dialog', { name: 'Site menu' });
  const scripts: string[] = [];
  page.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(sent.url()));

  await test.step('an untouched page fetches its scripts when it is idle, and does not run them', async () => {
    for (const path of completePages) {
      await page.goto(path);
      expect(scripts, path).toEqual([]);
      expect(await isReactLoaded(page), path).toBe(false);
    }
    await page.goto('/');
    await expect(page.getByRole('group', { name: 'Donor reviews' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Photos' }).getByRole('img')).not.toHaveCount(0);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    expect(await isReactLoaded(page)).toBe(false);
    await moveMouse(page);
    await expect.poll(() => isReactLoaded(page)).toBe(true);
  });

  await test.step('an early click opens the menu immediately, and a second one or hydration does not close it', async () => {
    await page.goto('/about');
    const release = await holdScripts(page);
    await menuButton(page).click();
    await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
    await menuButton(page).click();
    await menu.getByRole('button', { name: 'Pages' }).click();
    release();
    await waitUntilHydrated(menu);
    await expect(menu.getByRole('link', { name: 'Submenu 1' })).toBeVisible();
    await menuButton(page).click();
    await menu.getByRole('link', { name: 'Campaign' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(menu).toBeHidden();
    await page.unrouteAll();
  });

  const password = page.locator('[name="password"]');
  const showPassword = page.getByRole('button', { name: 'Show password' });

  await test.step('an early click on a button beside the menu only closes the menu', async () => {
    await page.goto('/register');
    const release = await holdScripts(page);
    const { x = 0, y = 0, width = 0, height = 0 } = (await showPassword.boundingBox()) ?? {};
    await menuButton(page).click();
    await page.mouse.click(x + width - 5, y + height / 2);
    await expect(menu).toBeHidden();
    release();
    await waitUntilHydrated(showPassword);
    await expect(password).toHaveAttribute('type', 'password');
    await page.unrouteAll();
  });

  await test.step('another early click is shown as pressed, and acts once', async () => {
    await page.goto('/register');
    const release = await holdScripts(page);
    await showPassword.click();
    await showPassword.click();
    await expect(showPassword).toHaveAttribute('data-pressed', '');
    release();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step('after a reload, the start of React does not move a reader who scrolls', async () => {
    await page.goto('/about');
    await moveMouse(page);
    await expect.poll(() => isReactLoaded(page)).toBe(true);
    const scrollPosition = () => page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 300);
    await expect.poll(scrollPosition).toBe(300);
    await page.reload();
    await expect.poll(scrollPosition).toBe(300);
    const release = await holdScripts(page);
    await page.mouse.wheel(0, 600);
    await expect.poll(scrollPosition).toBe(900);
    release();
    await waitUntilHydrated(page.getByRole('banner').getByRole('link', { name: 'Blood Buddies' }));
    expect(await scrollPosition()).toBe(900);
    await page.unrouteAll();
  });

  await test.step('an early click on Donate Now leads to the form', async () => {
    await page.goto('/');
    const release = await holdScripts(page);
    await page.getByRole('link', { name: 'Donate Now' }).first().click();
    release();
    await expect(page.locator('#request-appointment [name="name"]')).toBeFocused();
    await page.unrouteAll();
  });

  await test.step('a click at any moment acts exactly once', async () => {
    for (let wait = 0; wait <= 200; wait += 20) {
      await page.goto('/register');
      await moveMouse(page);
      await page.evaluate((ms) => new Promise((passed) => setTimeout(passed, ms)), wait);
      await showPassword.click();
      await expect(password, `${wait} ms`).toHaveAttribute('type', 'text');
    }
  });

  await test.step('what is typed before the scripts load stays, and Enter signs in once and returns to the page before', async () => {
    let signInCount = 0;
    page.on('request', (sent) => {
      if (sent.url().includes('signInWithPassword')) signInCount += 1;
    });
    await page.goto('/about');
    const release = await holdScripts(page);
    await menuButton(page).click();
    await menu.getByRole('link', { name: 'Login' }).click();
    await expect(page.locator('[name="email"]')).toBeFocused();
    await page.keyboard.type(member.email);
    await page.locator('[name="password"]').fill(member.password);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    release();
    await expect(page).toHaveURL('/about');
    expect(signInCount).toBe(1);
  });

  await test.step('the page of a member starts immediately', async () => {
    await page.unrouteAll();
    await page.goto('/about');
    await expect(page.getByRole('banner')).toContainText(/DashBoard|Menu/);
    await expect.poll(() => isReactLoaded(page)).toBe(true);
  });
});
