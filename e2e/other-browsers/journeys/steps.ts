import { randomUUID } from 'node:crypto';
import type { Target } from '../page/in-page.ts';
import type { Page } from '../page/page.ts';

export type Journey = {
  title: string;
  /** Console errors that the journey causes on purpose. */
  expectedErrors?: RegExp[];
  run(page: Page): Promise<void>;
};

export const button = (name: string): Target => ({ css: 'main button', name });
export const toast = (has: string): Target => ({ css: '[data-sonner-toast]', has });
export const dialog = (has: string): Target => ({ css: '[role=alertdialog]', has });
export const alertButton = (name: string): Target => ({ css: '[role=alertdialog] button', name });

export type Person = { name: string; email: string; password: string };

/** Expects that the page is not wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  if (content > window)
    throw new Error(`${await page.path()} is ${content} px wide in a window of ${window} px.`);
}

/** Follows a link of the top bar, which is behind the menu button on a phone. */
export async function followLink(page: Page, name: string): Promise<void> {
  await page.expectVisible({ css: 'header' });
  if (await page.isVisible({ css: 'header button', name: 'Menu' })) {
    await page.click({ css: 'header button', name: 'Menu' });
    await page.click({ css: 'header dialog[open] a', name });
  } else await page.click({ css: 'header a', name });
}

/** Follows a link of the dashboard menu, which is behind a floating button on a phone. */
export async function followDashboardLink(page: Page, name: string): Promise<void> {
  const opener = { css: 'button', name: 'Dashboard sections' };
  if (await page.isVisible(opener)) {
    await page.click(opener);
    await page.click({ css: 'dialog[open] a', name });
  } else await page.click({ css: 'nav[aria-label=Dashboard] a', name });
}

export async function register(page: Page): Promise<Person> {
  const person = {
    name: 'Rahima Khatun',
    email: `donor-${randomUUID()}@example.org`,
    password: 'correct horse',
  };
  await page.goto('/register');
  for (const [field, value] of Object.entries(person))
    await page.fill({ css: `main [name=${field}]` }, value);
  await page.click(button('Register'));
  await page.expectVisible(toast('User Created Successfully'));
  // The address changes before the page, whose arrival closes an open menu.
  await page.expectPath(/^\/$/);
  await page.expectVisible({ css: 'main h1', name: 'A community of blood donors' });
  await closeToasts(page);
  return person;
}

/**
 * Closes all toasts: they can cover the top bar on a phone, and do not disappear while the mouse is on them.
 */
export async function closeToasts(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('[data-close-button]').forEach((button) => button.click())`);
  await page.expectHidden({ css: '[data-sonner-toast]' });
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.expectPath(/^\/login$/);
  await page.fill({ css: 'main [name=email]' }, email);
  await page.fill({ css: 'main [name=password]' }, password);
  await page.click(button('Login'));
  await page.expectPath(/^(?!\/login)/);
  await page.expectHidden({ css: 'main h1', name: 'Login' });
}

export async function signOut(page: Page): Promise<void> {
  await followLink(page, 'Log out');
  await page.expectPath(/^\/login$/);
  await page.expectVisible({ css: 'main h1', name: 'Login' });
}

export async function pressTabUntilFocused(page: Page, target: Target, max = 40): Promise<void> {
  for (let pressed = 0; pressed < max; pressed++) {
    if (await page.isFocused(target)) return;
    await page.press('Tab');
  }
  throw new Error(`After ${max} Tabs the focus is not on ${target.css} ${target.name ?? ''}.`);
}
