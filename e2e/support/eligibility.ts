import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { moveMouse } from './navigation.ts';

/**
 * The answers of a person who can give blood. The date that belongs to an answer has the same name with `Day`
 * appended.
 */
const eligibleAnswers = {
  age: '34',
  weight: '64',
  donation: 'never',
  illness: 'none',
  travel: 'no',
  medicine: 'none',
  pregnancy: 'no',
};
export type Answers = Partial<typeof eligibleAnswers & Record<`${keyof typeof eligibleAnswers}Day`, string>>;

export const questions = (page: Page): Locator =>
  page.locator('form').filter({ has: page.locator('[name="age"]') });

export const result = (page: Page): Locator => page.locator('section[data-kind]');

export async function openQuestions(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await moveMouse(page);
  await expect(questions(page)).toBeVisible();
}

export async function answerQuestions(page: Page, changes: Answers = {}): Promise<void> {
  const answers: Answers = { ...eligibleAnswers, ...changes };
  for (const [name, value] of Object.entries(answers)) {
    const [, question] = /^(.*)Day$/.exec(name) ?? [];
    if (question) await questions(page).locator(`[name="${question}.day"]`).fill(value);
    else if (name === 'age' || name === 'weight')
      await questions(page).locator(`[name="${name}"]`).fill(value);
    else await questions(page).locator(`[name="${name}.choice"][value="${value}"]`).check();
  }
}

export async function submitQuestions(page: Page): Promise<void> {
  await questions(page).locator('[type="submit"]').click();
  await expect(result(page)).toBeVisible();
}

/** Returns the day in `days` days as an ISO day (`2026-11-22`) in the local time zone. */
export function localIsoDay(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
