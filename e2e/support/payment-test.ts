import { addAppointment, inDays } from './appointments.ts';
import { openPayment } from './payment.ts';
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
      await openPayment(page, id);
      return id;
    });
  },
});
