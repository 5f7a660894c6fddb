import { expect, type Page } from '@playwright/test';
import { addAppointment, inDays } from './appointments.ts';
import { navigateInPage } from './navigation.ts';
import { openPayment, pay } from './payment.ts';
import { test as base } from './test.ts';

type Fixtures = {
  /**
   * Adds an appointment for the signed-in user and returns its id. The first one is in four days, each
   * further one a day later.
   */
  nextAppointment: () => Promise<string>;
  /** Adds an appointment, opens its payment page and returns the appointment's id. */
  openNextPayment: () => Promise<string>;
};

export const test = base.extend<Fixtures>({
  nextAppointment: async ({ signedIn, request }, use) => {
    let daysAhead = 4;
    await use(() => addAppointment(request, signedIn, { date: inDays(daysAhead++) }));
  },
  openNextPayment: async ({ page, nextAppointment }, use) => {
    await use(async () => {
      const id = await nextAppointment();
      await (page.url() === 'about:blank' ? openPayment(page, id) : navigateToPayment(page, id));
      return id;
    });
  },
});

/** Navigates through the appointment list, so that the Pay button is not the one of the previous payment. */
async function navigateToPayment(page: Page, id: string): Promise<void> {
  await navigateInPage(page, '/dashboard/appointments');
  await expect(page.getByRole('table')).toBeVisible();
  await navigateInPage(page, `/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
}
