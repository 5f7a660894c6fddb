import type { Page } from '@playwright/test';
import { publicPages } from '../contract/site.ts';
import { moveMouse } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

/** Pages whose content needs an address from an email. */
const pagesWithSpinner = ['/account/action', '/reminder', '/slot-offer'];
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

test('[LND-05] [LGN-02] a page has no script until it is touched; an early click acts once, and typed text stays', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
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

  await test.step('an early click on the menu is shown as pressed, and opens the menu once', async () => {
    await page.goto('/about');
    const release = await holdScripts(page);
    await menuButton(page).click();
    await menuButton(page).click();
    await expect(menuButton(page)).toHaveAttribute('data-pressed', '');
    release();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
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
    const password = page.locator('[name="password"]');
    for (let wait = 0; wait <= 200; wait += 20) {
      await page.goto('/register');
      await moveMouse(page);
      await page.evaluate((ms) => new Promise((passed) => setTimeout(passed, ms)), wait);
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(password, `${wait} ms`).toHaveAttribute('type', 'text');
    }
  });

  await test.step('what is typed before the scripts load stays, and Enter signs in once', async () => {
    let signInCount = 0;
    page.on('request', (sent) => {
      if (sent.url().includes('signInWithPassword')) signInCount += 1;
    });
    await page.goto('/login');
    await expect(page.locator('[name="email"]')).toBeFocused();
    const release = await holdScripts(page);
    await page.keyboard.type(member.email);
    await page.locator('[name="password"]').fill(member.password);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    release();
    await expect(page).toHaveURL('/');
    expect(signInCount).toBe(1);
  });

  await test.step('the page of a member starts immediately', async () => {
    await page.unrouteAll();
    await page.goto('/about');
    await expect(page.getByRole('banner')).toContainText(/DashBoard|Menu/);
    await expect.poll(() => isReactLoaded(page)).toBe(true);
  });
});
