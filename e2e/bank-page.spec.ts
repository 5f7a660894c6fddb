import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { confirmThroughApi } from './support/pay-through-api.ts';
import { expect, test } from './support/test.ts';

const authenticationCard = '4000002760003184';
const declinedAfterAuthentication = '4000008260003178';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

async function expectBankStatus(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(page).toHaveTitle(`${title} | Test bank`);
  await expectAccessible(page);
}

// Chromium logs an error for a 409 response.
test.use({ expectedErrors: [/409 \(Conflict\)/] });

test('the bank page is accessible at every width, and a late decision shows the final status', async ({
  page,
  context,
  request,
  baseURL,
  member,
}) => {
  let daysAhead = 4;
  /** Creates a payment that requires authentication and returns the URL of its bank page. */
  const createPayment = async (number = authenticationCard) => {
    const id = await addAppointment(request, member, { date: inDays(daysAhead++) });
    const options = { number, returnUrl: `${baseURL}/robots.txt` };
    return (await confirmThroughApi(request, member, id, options)).bankPage;
  };

  await test.step('the page fits every width and works with the keyboard', async () => {
    await page.goto(await createPayment());
    await expectBankStatus(page, 'Is this payment yours?');
    await expect(page.getByRole('main')).toContainText('$5.00');
    await expect(page.getByRole('main')).toContainText('Blood Buddies');
    await expect(page.getByRole('banner')).toContainText('no money moves');
    const fonts = () =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => [family, status]));
    await expect.poll(fonts).toEqual([['Fraunces', 'loaded']]);
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

  await test.step('Back does not return to the bank, and its page and a second tab show the final status', async () => {
    const bank = await createPayment();
    const second = await context.newPage();
    await second.goto(bank);
    await page.goto(bank);
    await button(page, 'Accept').dblclick();
    await expect(page).toHaveURL(/\/robots\.txt\?.*redirect_status=succeeded$/);
    // Otherwise goBack() would wait for the load event of this page.
    await page.waitForLoadState();

    await page.goBack();
    await expect(page, 'the answer replaced the page of the bank').toHaveURL(/redirect_status=failed$/);
    await page.goto(bank);
    await expectBankStatus(page, 'Payment accepted');
    await button(second, 'Refuse').click();
    await expect(heading(second)).toHaveText('Payment accepted');
    await expect(second.getByRole('main')).toContainText('$5.00 was charged');
    await second.getByRole('link', { name: 'Back to Blood Buddies' }).click();
    await expect(second).toHaveURL(/redirect_status=succeeded$/);
    await second.close();
  });

  await test.step('a card may be declined after the payer has accepted', async () => {
    const bank = await createPayment(declinedAfterAuthentication);
    await page.goto(bank);
    await button(page, 'Accept').click();
    await expect(page).toHaveURL(/redirect_status=failed$/);
    await page.goto(bank);
    await expectBankStatus(page, 'The card was declined');
  });
});
