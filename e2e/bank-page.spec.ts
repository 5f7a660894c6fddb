import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import { confirmByCalls } from './support/pay-through-api.ts';
import { expect, test } from './support/test.ts';

const asked = '4000002760003184';
const askedThenDeclined = '4000008260003178';

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
  /** The address where the bank asks about a charge. */
  const waiting = async (number = asked) => {
    const id = await addAppointment(request, member, { date: inDays(ahead++) });
    const given = { number, returnUrl: `${baseURL}/robots.txt` };
    return (await confirmByCalls(request, member, id, given)).bankPage;
  };

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
