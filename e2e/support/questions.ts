import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Of somebody against whom nothing speaks; the days that a choice asks for stand in `...Day`. */
const well = {
  age: '34',
  weight: '64',
  donation: 'never',
  illness: 'none',
  travel: 'no',
  medicine: 'none',
  pregnancy: 'no',
};
export type GivenAnswers = Partial<typeof well & Record<`${keyof typeof well}Day`, string>>;

export const questions = (page: Page): Locator =>
  page.locator('form').filter({ has: page.locator('[name="age"]') });

/** What the answers came to. */
export const hint = (page: Page): Locator => page.locator('section[data-kind]');

export async function openQuestions(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(questions(page)).toBeVisible();
}

export async function answerQuestion(page: Page, changes: GivenAnswers = {}): Promise<void> {
  const given: GivenAnswers = { ...well, ...changes };
  for (const [name, value] of Object.entries(given)) {
    const [, question] = /^(.*)Day$/.exec(name) ?? [];
    if (question) await questions(page).locator(`[name="${question}.day"]`).fill(value);
    else if (name === 'age' || name === 'weight')
      await questions(page).locator(`[name="${name}"]`).fill(value);
    else await questions(page).locator(`[name="${name}.choice"][value="${value}"]`).check();
  }
}

export async function seeHint(page: Page): Promise<void> {
  await questions(page).locator('[type="submit"]').click();
  await expect(hint(page)).toBeVisible();
}

/** `2026-11-22`, that many days from today on the clock where the journey runs. */
export function isoIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
