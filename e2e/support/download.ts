import { type Download, expect, type Locator } from '@playwright/test';

/** Clicks until the file comes: a busy server has no time for a PDF, and answers 503. */
export async function downloadWith(button: Locator): Promise<Download> {
  let file: Download | undefined;
  await expect(async () => {
    const coming = button.page().waitForEvent('download', { timeout: 25_000 });
    [file] = await Promise.all([coming, button.click()]);
  }).toPass();
  return file as Download;
}
