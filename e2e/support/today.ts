import type { Page } from '@playwright/test';
import { addCenterToday, openDatabase } from './staff.ts';

export const main = (page: Page) => page.getByRole('main');

export const rowOf = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ hasText: name, has: page.getByRole('button') });

/** Shows the donors of every status. The list begins with those who are expected. */
export const showAll = (page: Page, all = 'All'): Promise<void> =>
  main(page)
    .getByRole('group')
    .getByRole('button', { name: new RegExp(`${all}$`) })
    .click();

/**
 * Presses a button in a donor's row with the keyboard, because the page ignores taps in one position that
 * follow each other faster than a person's.
 */
export const act = (page: Page, name: string, action: string): Promise<void> =>
  rowOf(page, name).getByRole('button', { name: action, exact: true }).press('Enter');

/** Records what became of a donor who has come. On a phone, the outcomes are behind a button. */
export async function recordOutcome(page: Page, name: string, outcome: string): Promise<void> {
  await act(page, name, 'Outcome');
  await act(page, name, outcome);
}

/** Adds a center with its staff, and appointments today, by default half of them at 9:30. */
export function fill(
  dataDir: string,
  staff: { email: string; role: string }[],
  names: readonly string[],
  at?: string,
): void {
  using database = openDatabase(dataDir);
  const phone = (n: number) => `0171234${String(n).padStart(4, '0')}`;
  const donors = names.map((name, n) => ({ name, phone: phone(n), time: at ?? (n % 2 ? '09:30' : '09:00') }));
  addCenterToday(database, staff, donors);
}

export function idOf(dataDir: string, name: string): string {
  using database = openDatabase(dataDir);
  return String(database.prepare('select id from appointments where name = ?').get(name)?.id);
}

export function statusOf(dataDir: string, name: string) {
  using database = openDatabase(dataDir);
  return database.prepare('select status from appointments where name = ?').get(name)?.status;
}
