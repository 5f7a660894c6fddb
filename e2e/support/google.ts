import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue With Google' });
export const failure = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
export const somebody = () => ({ name: 'Shirin Akter', email: `shirin-${randomUUID()}@example.org` });

export async function openChooser(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await continueWithGoogle(page).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

/** Names an account on the stand-in's page. */
export async function choose(chooser: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await chooser.getByRole('textbox', { name: 'Email' }).fill(email);
  await chooser.getByRole('textbox', { name: 'Name' }).fill(name);
  await chooser.getByRole('button', { name: 'Continue with this account' }).click();
}

/** As a browser does that lets no window open. */
export const blockWindows = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null;
  });
