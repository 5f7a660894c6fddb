import { expect, type Page } from '@playwright/test';
import { addAppointment, inDays } from './appointments.ts';
import { goInPage } from './in-page.ts';
import { openPayment, pay } from './payment.ts';
import { test as base } from './test.ts';

type Fixtures = {
  /** Another appointment of the person who is signed in, the first in four days; gives its id. */
  nextAppointment: () => Promise<string>;
  /** Opens the page where another appointment can be paid. */
  openNext: () => Promise<string>;
};

export const test = base.extend<Fixtures>({
  nextAppointment: async ({ signedIn, request }, use) => {
    let ahead = 4;
    await use(() => addAppointment(request, signedIn, { date: inDays(ahead++) }));
  },
  openNext: async ({ page, nextAppointment }, use) => {
    await use(async () => {
      const id = await nextAppointment();
      await (page.url() === 'about:blank' ? openPayment(page, id) : goOnTo(page, id));
      return id;
    });
  },
});

/** From another page of the dashboard, which shows the list by now: its button to pay is not this one's. */
async function goOnTo(page: Page, id: string): Promise<void> {
  await goInPage(page, '/dashboard/appointments');
  await expect(page.getByRole('table')).toBeVisible();
  await goInPage(page, `/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
}
