import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** A part of the account page by its heading. */
export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
/** The window that wants a fresh sign-in. */
export const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

export async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
}

/** The file with somebody's data that comes when this is done. */
export async function downloadData(page: Page, act: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    user: { email: string };
    appointments: object[];
  };
  return { name: file.suggestedFilename(), data };
}
