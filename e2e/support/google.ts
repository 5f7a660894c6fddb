import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue With Google' });
export const errorAlert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
export const newPerson = () => ({ name: 'Shirin Akter', email: `shirin-${randomUUID()}@example.org` });

export async function openAccountChooser(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await continueWithGoogle(page).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

/** Enters an account on the page of the built-in Google provider. */
export async function chooseAccount(
  chooser: Page,
  { name, email }: { name: string; email: string },
): Promise<void> {
  // The page before it may also have a field for the email.
  await expect(chooser.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await chooser.getByRole('textbox', { name: 'Email' }).fill(email);
  await chooser.getByRole('textbox', { name: 'Name' }).fill(name);
  await chooser.getByRole('button', { name: 'Continue with this account' }).click();
}

/** Makes `window.open` return null, as a popup blocker does. */
export const blockPopups = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null;
  });
