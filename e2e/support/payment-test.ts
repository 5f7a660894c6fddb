import type { Page } from '@playwright/test';
import { addAppointment } from './appointments.ts';
import { openPayment } from './payment.ts';
import { test as base } from './test.ts';

type Fixtures = {
  /** An appointment of the person who is signed in. */
  appointmentId: string;
  /** `page`, where that appointment can be paid. */
  paymentPage: Page;
};

export const test = base.extend<Fixtures>({
  appointmentId: async ({ signedIn, request }, use) => use(await addAppointment(request, signedIn)),
  paymentPage: async ({ page, appointmentId }, use) => {
    await openPayment(page, appointmentId);
    await use(page);
  },
});
