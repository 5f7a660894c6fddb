import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { inLanguage } from './support/languages.ts';
import { cutLine, keptPaths, mendLine, untilKept } from './support/line.ts';
import { expect, test } from './support/test.ts';

// What a browser says of questions without a line, and React Router of a page's script.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

const knownSince = 'You are offline. This is what we knew on {when}. It is looked up again by itself.';

for (const language of languages) {
  const { path, say } = inLanguage(language);

  test(`pages once seen open without a line, others say so and come with it; a language never opened leads back to the one that was (${language})`, async ({
    page,
    context,
  }) => {
    const lost = say('The page did not load');
    await page.goto(path('/'));
    await untilKept(page, 'sonner-shelf');
    await page.goto(path('/about'));
    await untilKept(page, 'about-page');
    await cutLine(context);
    await expect(page.getByText(say('You are offline. Pages that you have seen still open.'))).toBeVisible();
    await page.goto(path('/blogs'));
    await expect(page.getByRole('heading', { name: lost })).toBeVisible();
    await expectAccessible(page);
    await mendLine(context);
    await expect(page.locator('main h1').first()).not.toHaveText(lost);

    await cutLine(context);
    await page.goto(path('/about'));
    await expect(page.locator('main h1').first()).toBeVisible();
    await page.goto(path('/'));
    await expect(page.getByRole('heading', { name: say('Our Campaigns') })).toBeVisible();
    const other = language === 'en' ? 'bn' : 'en';
    const here = language === 'en' ? '/?lang=en' : '/bn';
    const toOther = page.locator(`a[hreflang="${other}"]`);
    await toOther.click();
    await expect(page).toHaveURL(here);
    await expect(page.getByRole('heading', { name: say('Our Campaigns') })).toBeVisible();
    // Also from the address alone, whatever language the browser remembers by now.
    await page.goto(path('/'));
    await expect(page).toHaveURL(here);
    await mendLine(context);
    await toOther.click();
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  });

  test(`one's appointments and donation passes open without a line, and say of when they are (${language})`, async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const id = await addAppointment(request, signedIn, { date: inDays(4), center: 'Dhaka Medical College' });
    await page.goto(path('/dashboard/appointments'));
    await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
    await untilKept(page, 'appointments-page', 'pass-page', 'door');

    await cutLine(context);
    const [told = ''] = say(knownSince, { when: '@' }).split('@');
    const known = page.getByText(told);
    await page.reload();
    await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
    await expect(known).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: say('Donation pass') }).click();
    await expect(page.getByRole('img', { name: id })).toBeVisible();

    // By its address too, which was never opened with a line.
    await page.goto(path(`/dashboard/pass/${id}`));
    const pass = page.getByRole('article');
    await expect(pass).toContainText('B+');
    await expect(pass).toContainText('Dhaka Medical College');
    await expect(pass).toContainText(id);
    await expect(known).toBeVisible();
    await expectAccessible(page);
    for (const format of ['A6', 'A4']) {
      const paper = (await page.pdf({ format })).toString('latin1');
      expect(paper.match(/\/Type \/Page\b/g), format).toHaveLength(1);
    }

    await mendLine(context);
    await expect(known).toBeHidden();
  });
}

test.describe('while the server fails', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('what is kept says of when it is, and what comes again takes its place', async ({
    page,
    signedIn,
    request,
  }) => {
    await page.goto('/dashboard/appointments');
    await expect(page.getByText('You have no appointments yet.')).toBeVisible();
    await page.route('**/api/appointments?*', (route) => route.fulfill({ status: 500, json: {} }));
    await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
    for (const path of ['/dashboard/appointments', '/dashboard/donations']) {
      await page.goto(path);
      await expect(page.getByText('This is what we knew on')).toBeVisible();
    }
    await expectAccessible(page);
    await page.unroute('**/api/appointments?*');
    await page.goto('/dashboard/appointments');
    await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
    await expect(page.getByText('This is what we knew on')).toBeHidden();
  });
});

test('nobody who uses the device later sees what was kept', async ({ page, context, signedIn, request }) => {
  await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
  await untilKept(page, 'appointments-page', 'door');
  const texts = () => page.evaluate(() => JSON.stringify(Object.values(localStorage)));
  expect(await texts()).toContain('Dhaka Medical College');
  for (const paths of Object.values(await keptPaths(page)))
    for (const each of paths) expect(each).not.toMatch(/@|email=|api\/(appointments|user)/);

  await cutLine(context);
  await page.getByRole('link', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL('/login');
  expect(await texts()).not.toContain('Dhaka Medical College');
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL('/login');
  await mendLine(context);
});
