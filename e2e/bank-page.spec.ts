import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import type { Member } from './support/member.ts';
import { expect, test } from './support/test.ts';

const asked = '4000002760003184';
const askedThenDeclined = '4000008260003178';

type Asked = { request: APIRequestContext; url: string; member: Member; date: string; number?: string };

/** The address where the bank asks about a charge. */
async function askAbout({ request, url, member, date, number = asked }: Asked): Promise<string> {
  const headers = { Authorization: `Bearer ${member.accessToken}` };
  const data = { price: 5, appointmentId: await addAppointment(request, member, { date }) };
  const opened = await request.post('/api/create-payment-intent', { data, headers });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const { cards } = await (await request.get('/api/config')).json();
  const id = clientSecret.split('_secret_')[0];
  const answer = await request.post(`/cards/v1/payment_intents/${id}/confirm`, {
    form: {
      key: cards.publishableKey,
      client_secret: clientSecret,
      return_url: `${url}/robots.txt`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  return (await answer.json()).next_action.redirect_to_url.url;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

async function expectRead(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(page).toHaveTitle(`${title} | Test bank`);
  await expectAccessible(page);
}

// Chromium tells of each answer that is not 2xx.
test.use({ expectedErrors: [/409 \(Conflict\)/] });

test('the bank asks on a page that every way of reading it can use, and answers that come late say how it ended', async ({
  page,
  context,
  request,
  baseURL,
  member,
}) => {
  let ahead = 4;
  const waiting = (number?: string) =>
    askAbout({ request, url: String(baseURL), member, date: inDays(ahead++), number });

  await test.step('it fits in every width, and is answered by keyboard', async () => {
    await page.goto(await waiting());
    await expectRead(page, 'Is this payment yours?');
    await expect(page.getByRole('main')).toContainText('$5.00');
    await expect(page.getByRole('main')).toContainText('Blood Buddies');
    await expect(page.getByRole('banner')).toContainText('no money moves');
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      for (const name of ['Accept', 'Refuse']) {
        const box = await button(page, name).boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
      }
    }
    await page.keyboard.press('Tab');
    await expect(button(page, 'Accept')).toBeFocused();
    await expect(button(page, 'Accept')).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Refuse')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/robots\.txt\?.*redirect_status=failed$/);
  });

  await test.step('Back, a reload and a second tab tell how it ended', async () => {
    const bank = await waiting();
    const second = await context.newPage();
    await second.goto(bank);
    await page.goto(bank);
    await button(page, 'Accept').dblclick();
    await expect(page).toHaveURL(/\/robots\.txt\?.*redirect_status=succeeded$/);
    // Its own load would be taken for that of the page before.
    await page.waitForLoadState();

    await page.goBack();
    await expect(heading(page)).toHaveText('Payment accepted');
    await page.reload();
    await expectRead(page, 'Payment accepted');
    await button(second, 'Refuse').click();
    await expect(heading(second)).toHaveText('Payment accepted');
    await expect(second.getByRole('main')).toContainText('$5.00 was charged');
    await second.getByRole('link', { name: 'Back to Blood Buddies' }).click();
    await expect(second).toHaveURL(/redirect_status=succeeded$/);
    await second.close();
  });

  await test.step('a card may be declined after its owner has accepted', async () => {
    await page.goto(await waiting(askedThenDeclined));
    await button(page, 'Accept').click();
    await expect(page).toHaveURL(/redirect_status=failed$/);
    await page.waitForLoadState();
    await page.goBack();
    await expectRead(page, 'The card was declined');
  });
});
