import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { inLanguage } from './support/languages.ts';
import { cutLine, mendLine, untilKept } from './support/line.ts';
import type { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

const offer = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });

/** The keys under which requests were sent from now on. */
function keysSent(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (sent: Request) => {
    if (sent.method() === 'POST' && sent.url().includes('/api/appointments'))
      keys.push(sent.headers()['idempotency-key']);
  });
  return keys;
}

async function datesOf(page: Page, { email, accessToken }: Member): Promise<string[]> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await page.request.get('/api/appointments', { params: { email }, headers });
  return (await answer.json()).map(({ date }: { date: string }) => date);
}

/** Fills in the form without a line and tries to send it. */
async function fillInOffline(page: Page, date: string): Promise<void> {
  await page.goto('/about');
  await untilKept(page, 'about-page');
  await openForm(page);
  await untilKept(page, 'appointment-form', 'door');
  await cutLine(page.context());
  await fillForm(page, { date });
  await submit(page);
  await expect(form(page).getByRole('alert')).toContainText('It is kept on this device, too');
}

test('[APF-05] filled in without a line: kept, offered at the next visit, sent once and only on a yes', async ({
  page,
  context,
  signedIn,
}) => {
  const keys = keysSent(page);
  await fillInOffline(page, inDays(6));
  await page.goto('/about');
  await expect(offer(page)).toBeHidden();
  await mendLine(context);
  await expect(offer(page)).toContainText(`Dhaka Medical College on ${inDays(6)}`);
  await expectAccessible(page);
  expect(await datesOf(page, signedIn)).toEqual([]);

  await page.reload();
  await offer(page).getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  await expect(offer(page)).toBeHidden();
  expect(await datesOf(page, signedIn)).toEqual([inDays(6)]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await page.reload();
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(offer(page)).toBeHidden();
});

test('[APF-05] the form that is still open says that the line is back, and is not sent by itself', async ({
  page,
  context,
  signedIn,
}) => {
  await fillInOffline(page, inDays(7));
  await mendLine(context);
  await expect(form(page).getByRole('alert')).toContainText('press Submit to send');
  await expect(offer(page)).toBeHidden();
  expect(await datesOf(page, signedIn)).toEqual([]);
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  expect(await datesOf(page, signedIn)).toEqual([inDays(7)]);
});

test('[API-05] it had arrived and only the answer was lost: sent again it is not there twice', async ({
  page,
  signedIn,
}) => {
  let lost = false;
  await page.route('**/api/appointments?*', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback();
    lost = true;
    expect((await (await route.fetch()).json()).success).toBe(true);
    await route.abort('connectionreset');
  });
  await openForm(page);
  await fillForm(page, { date: inDays(8) });
  await submit(page);
  await expect(form(page).getByRole('alert')).toContainText('It is kept on this device, too');
  await page.goto('/about');
  await offer(page).getByRole('button', { name: 'Send it now' }).click();
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  expect(await datesOf(page, signedIn)).toEqual([inDays(8)]);
});

test('what is no longer right can be changed, or thrown away', async ({ page, context, signedIn }) => {
  await fillInOffline(page, inDays(9));
  await page.goto('/about');
  await mendLine(context);
  await offer(page).getByRole('button', { name: 'Change it' }).click();
  await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
  await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(9));
  await expect(offer(page)).toBeHidden();

  await fillInOffline(page, inDays(10));
  await page.goto('/about');
  await mendLine(context);
  await offer(page).getByRole('button', { name: 'Throw it away' }).click();
  await expect(offer(page)).toBeHidden();
  expect(await datesOf(page, signedIn)).toEqual([]);
});

test('[APF-05] in Bengali too what was filled in without a line is offered, and sent on a yes', async ({
  page,
  context,
  signedIn,
}) => {
  const { path, say } = inLanguage('bn');
  const keys = keysSent(page);
  const send = form(page).getByRole('button', { name: say('Submit'), exact: true });
  await page.goto(path('/about'));
  await untilKept(page, 'about-page');
  await page.goto(path('/'));
  await form(page).scrollIntoViewIfNeeded();
  await expect(send).toBeEnabled();
  await untilKept(page, 'appointment-form', 'door');
  await cutLine(context);
  await fillForm(page, { date: inDays(6) });
  await send.click();
  await expect(form(page).getByRole('alert')).toContainText(
    say('It is kept on this device, too: when there is a connection again, we ask you whether to send it.'),
  );
  await page.goto(path('/about'));
  await mendLine(context);
  const offered = page.getByRole('region', { name: say('Not sent yet') });
  await expect(offered).toContainText('Dhaka Medical College');
  await expectAccessible(page);
  expect(await datesOf(page, signedIn)).toEqual([]);
  await offered.getByRole('button', { name: say('Send it now') }).click();
  await expect(offered).toBeHidden();
  expect(await datesOf(page, signedIn)).toEqual([inDays(6)]);
  expect(new Set(keys).size).toBe(1);
});
