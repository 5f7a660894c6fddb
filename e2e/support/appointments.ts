import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Member } from './member.ts';
import { moveMouse } from './navigation.ts';

/** Returns the day in `days` days, as the site writes it in English: `November 21, 2026`. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(Date.now() + days * 86_400_000));

/** Returns the day in `days` days with its weekday: `Saturday, November 21, 2026`. */
export const weekdayInDays = (days: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(new Date(Date.now() + days * 86_400_000));

export const form = (page: Page) => page.locator('form').filter({ has: page.locator('[name="bloodGroup"]') });

/**
 * Scrolls to the form of the landing page, which loads it when its section comes into view, and otherwise
 * three seconds later.
 */
export async function scrollToForm(page: Page): Promise<void> {
  await page.locator('#request-appointment').scrollIntoViewIfNeeded();
  await form(page).scrollIntoViewIfNeeded();
}

export async function openForm(page: Page): Promise<void> {
  await page.goto('/');
  await moveMouse(page);
  await scrollToForm(page);
  await expect(form(page).getByRole('button', { name: 'Submit', exact: true })).toBeEnabled();
}

export async function fillForm(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const values = { name: 'Rahima Khatun', phone: '01712345678', center: 'Dhaka Medical College', ...changes };
  for (const [name, value] of Object.entries(values))
    await form(page).locator(`[name="${name}"]`).fill(value);
}

export const submit = (page: Page): Promise<void> =>
  form(page).getByRole('button', { name: 'Submit', exact: true }).click();

/** Requests an appointment through the API and returns its id. */
export async function addAppointment(
  request: APIRequestContext,
  { email, name, accessToken }: Member,
  changes: { date?: string; name?: string; center?: string } = {},
): Promise<string> {
  const { date = inDays(4), center = 'Dhaka' } = changes;
  const response = await request.post('/api/appointments', {
    params: { email, date },
    headers: { Authorization: `Bearer ${accessToken}` },
    data: { name: changes.name ?? name, phone: '01712345678', center, bloodGroup: 'B+', date, email },
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).insertedId;
}
