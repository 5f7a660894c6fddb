import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { fakeStripe } from './support/fake-stripe.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  },
});

test.describe('on the payment page', () => {
  test.use({ allowedOrigins: ['https://js.stripe.com'] });

  test('[PAY-01] [PAY-02] [PAY-03] Stripe.js takes the card and confirms the charge, and nothing breaks the content policy', async ({
    page,
    context,
    signedIn,
    request,
    site,
  }) => {
    const calls = await fakeStripe(context);
    const id = await addAppointment(request, signedIn);
    await page.route('**/api/create-payment-intent', (route) =>
      route.fulfill({ json: { clientSecret: 'pi_7_secret_8' } }),
    );
    await page.route('**/api/appointments/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } })
        : route.continue(),
    );
    await page.goto(`/dashboard/payment/${id}`);
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    await expect(pay).toBeEnabled();
    await expect(page.getByLabel('cardNumber')).toBeVisible();
    await expect(page.getByText('test card form')).toHaveCount(0);
    await expectAccessible(page);

    const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
    await pay.click();
    expect((await saved).postDataJSON()).toEqual({ appointmentId: id, transactionId: 'pi_7' });
    await expect(page.getByRole('alertdialog')).toContainText('Your Transaction Id Is pi_7');
    const billing = { name: signedIn.name, email: signedIn.email };
    const confirmed = { payment_method: 'pm_1', return_url: `${site.url}/dashboard/payment/${id}` };
    expect(calls).toEqual([
      { name: 'Stripe', given: 'pk_test_x' },
      { name: 'createPaymentMethod', given: { type: 'card', card: 'cardNumber', billing_details: billing } },
      { name: 'confirmCardPayment', given: { secret: 'pi_7_secret_8', given: confirmed } },
    ]);
  });
});

test('[PAY-01] no other page asks Stripe for anything', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  for (const path of ['/', '/about', '/dashboard/appointments', '/dashboard/gallery']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
});
