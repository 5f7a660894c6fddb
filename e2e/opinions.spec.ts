import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { carousel, slides, wake } from './support/landing.ts';
import { operate } from './support/operate.ts';
import { expect, test } from './support/test.ts';

const consent = (page: Page) =>
  form(page).getByRole('checkbox', { name: 'You may publish this on the site' });
const names = (page: Page) => form(page).getByRole('group', { name: 'Which name shall stand beside it?' });
const part = (page: Page) => page.getByRole('region', { name: 'Your opinions' });

/** The id of the one opinion that waits with these words. */
async function waiting(site: Parameters<typeof operate>[0], words: string): Promise<string> {
  const line = (await operate(site, 'opinions')).split('\n').find((one) => one.includes(words));
  expect(line).toBeDefined();
  return line?.split(' ')[0] ?? '';
}

async function openAccount(page: Page): Promise<void> {
  await page.goto('/dashboard/account');
  await expect(part(page)).toBeVisible();
}

test('an opinion with a tick becomes a review after the operator has said yes, under the first name, until it is withdrawn', async ({
  page,
  browser,
  signedIn,
  site,
}) => {
  const said = `The nurse sang. ${signedIn.email}`;
  await openForm(page);
  await expect(consent(page)).toHaveCount(0);
  await fillForm(page, { date: inDays(3), opinion: said });
  await expect(consent(page)).not.toBeChecked();
  await expect(names(page)).toHaveCount(0);
  await form(page).locator('[name="opinion"]').press('Tab');
  await expect(consent(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(names(page).getByRole('radio', { name: 'No name: A donor' })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await expect(
    names(page).getByRole('radio', { name: 'Your first name: Rahima', exact: true }),
  ).toBeChecked();
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  await expect(consent(page)).toHaveCount(0);

  const visitor = await (await browser.newContext()).newPage();
  const answers: Promise<string>[] = [];
  visitor.on('response', (response) => answers.push(response.text().catch(() => '')));
  const shown = slides(carousel(visitor, 'Opinions of donors')).filter({ hasText: 'The nurse sang.' });
  await visitor.goto(site.url);
  await wake(carousel(visitor, 'Opinions of donors'));
  await expect(shown).toHaveCount(0);

  const id = await waiting(site, 'The nurse sang.');
  expect(await operate(site, 'opinions', 'publish', id)).toContain('published');
  await visitor.reload();
  await wake(carousel(visitor, 'Opinions of donors'));
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('Rahima');
  await expect(shown).toContainText('Donor');
  await expect(shown).not.toContainText('Khatun');
  await expectAccessible(visitor);
  for (const answer of await Promise.all(answers)) expect(answer).not.toContain(signedIn.email);

  await openAccount(page);
  await expect(part(page)).toContainText('On the site');
  await expectAccessible(page);
  await part(page)
    .getByRole('button', { name: /^Withdraw: The nurse sang/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(part(page).getByText('Your opinion is withdrawn.')).toBeFocused();
  await expect(part(page).getByRole('button')).toHaveCount(0);
  await visitor.reload();
  await wake(carousel(visitor, 'Opinions of donors'));
  await expect(shown).toHaveCount(0);
  await visitor.context().close();
});

test('without a tick nobody is asked to publish anything; what was refused says so', async ({
  page,
  signedIn,
  site,
}) => {
  expect(signedIn.name).toBeTruthy();
  await openForm(page);
  await fillForm(page, { date: inDays(3), opinion: 'For you alone.' });
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted').first()).toBeVisible();
  await openAccount(page);
  await expect(part(page)).toContainText('None yet.');
  expect(await operate(site, 'opinions')).not.toContain('For you alone.');

  await openForm(page);
  await fillForm(page, { date: inDays(4), opinion: 'Buy my car.' });
  await consent(page).check();
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted').first()).toBeVisible();
  await operate(site, 'opinions', 'refuse', await waiting(site, 'Buy my car.'));
  await openAccount(page);
  await expect(part(page)).toContainText('Not published');
  await expectAccessible(page);
});

test('the wish outlives the way to the sign-in', async ({ page, member, site }) => {
  await openForm(page);
  await fillForm(page, { date: inDays(6), opinion: 'Tea was good.', name: 'Md. Rahim Uddin' });
  await consent(page).check();
  await names(page).getByRole('radio', { name: 'Your first name: Rahim', exact: true }).check();
  await submit(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator('input[name="email"]').fill(member.email);
  await page.locator('input[name="password"]').fill(member.password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await form(page).scrollIntoViewIfNeeded();
  await expect(names(page).getByRole('radio', { name: 'Your first name: Rahim', exact: true })).toBeChecked();
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  expect(await operate(site, 'opinions')).toMatch(/as "Rahim" .* "Tea was good\."/);
});
