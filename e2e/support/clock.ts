import type { Page } from '@playwright/test';

/** The page's clock, and the server's as the page hears of it, stand at that moment; what waits goes on waiting. */
export async function setClocks(page: Page, moment: string): Promise<void> {
  const now = new Date(moment);
  await page.clock.setFixedTime(now);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: now.toUTCString() } });
  });
}
