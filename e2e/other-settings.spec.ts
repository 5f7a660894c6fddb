import { randomUUID } from 'node:crypto';
import { features } from '#contract/features.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: {
    DISABLED_FEATURES: features.join(','),
    IDENTITY_STRICT: 'on',
    CONTACT_EMAIL: 'help@blood.example',
  },
  serviceWorkers: 'allow',
  expectedErrors: [/status of (400|404)/],
});

test('a strict site explains its rules; without optional features it shows and stores none of them', async ({
  page,
  request,
}) => {
  const person = {
    name: 'Rahima Khatun',
    email: `rahima-${randomUUID()}@example.org`,
    password: 'mango tree 41',
  };

  await test.step('the password rules', async () => {
    const register = async (password: string) => {
      await page.locator('input[name="password"]').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
    };
    await page.goto('/register');
    await page.locator('input[name="name"]').fill(person.name);
    await page.locator('input[name="email"]').fill(person.email);
    for (const [password, says] of [
      ['abc1xyz', 'Password should be at least 8 characters'],
      ['password1', 'This password is too common. Choose another one'],
      ['bloodbuddies1', 'Add at least 8 characters that are not your name'],
    ] as const) {
      await register(password);
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toContainText(says);
    }
    await register(person.password);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText('User Created Successfully')).toBeVisible();
  });

  const accessToken = await page.evaluate(() => localStorage.getItem('accessJwtToken') ?? '');
  const member = { ...person, accessToken };
  const id = await addAppointment(request, member, { center: 'Dhaka Medical College' });
  const config = page.waitForResponse('**/api/config');
  await page.goto('/dashboard/appointments');
  expect((await (await config).json()).features).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: 'Dhaka Medical College' });
  await expect(row.getByRole('link')).toHaveText(['Payment']);
  expect(await page.evaluate(() => JSON.stringify(Object.values(localStorage)))).not.toContain('Dhaka');

  await page.goto('/dashboard/account');
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
  for (const name of ['Reminders', 'Your reviews'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);

  for (const path of ['/contact', `/dashboard/payment/${id}`]) {
    const loaded = page.waitForResponse('**/api/config');
    // Hydrate as late as possible. The page must not differ from its HTML if the configuration arrives first.
    await page.route('**/contact-sections-*.js', async (route) => {
      await loaded;
      await route.continue();
    });
    await page.goto(path);
    const address = page.getByRole('link', { name: 'help@blood.example' });
    await expect(address).toHaveAttribute('href', 'mailto:help@blood.example');
    await expectAccessible(page);
  }

  await openForm(page);
  await fillForm(page, { opinion: 'Ten quiet minutes.' });
  await expect(form(page).getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'বাংলা' })).toHaveCount(0);

  expect((await page.goto('/reminder'))?.status()).toBe(404);
  expect((await page.goto(`/dashboard/pass/${id}`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  for (const path of ['/api/opinions', '/api/user/reminders'])
    expect((await request.get(path)).status(), path).toBe(404);
  expect((await (await request.get('/site.webmanifest')).json()).display).toBe('browser');

  await page.goto('/bn/about?from=here');
  await expect(page).toHaveURL('/about?from=here');
  await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
  await expect(page.locator('link[hreflang]')).toHaveCount(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
