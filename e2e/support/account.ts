import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

/** A section of the account page, found by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
/** Presses a button of the dialog that asks whether to go on. */
export const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
/** The dialog that asks the user to sign in again. */
export const reauthDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

export async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
}

/** Runs `action`, which downloads the user's data, and parses the JSON file. */
export async function downloadData(page: Page, action: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), action()]);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    user: { email: string };
    appointments: object[];
  };
  return { name: file.suggestedFilename(), data };
}

/** Makes every sign-in ten minutes older, at the identity provider and the product server. */
export const backdateSignIns = (dataDir: string): void =>
  runSql(
    dataDir,
    `update identity_session set auth_time = auth_time - 600000;
    update sessions set auth_time = auth_time - 600000;`,
  );

export function runSql(dataDir: string, statements: string): void {
  const database = new DatabaseSync(join(dataDir, 'blood-buddies.db'));
  database.exec(`pragma busy_timeout = 5000; ${statements}`);
  database.close();
}

/**
 * Returns the code that the authenticator app shows, or the code of a later time step. The code of the next
 * step is already valid. Each code works once.
 */
export const totpCode = (key: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + stepsAhead * 30_000 });
