import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { fakeStripe, type StripeScript } from './support/fake-stripe.ts';
import { alert, continueToBank, pay, success } from './support/payment.ts';
import { expect, test } from './support/test.ts';

test.use({
  siteSettings: {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  },
});

const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
const wrongCode = {
  type: 'card_error',
  code: 'incorrect_cvc',
  param: 'cvc',
  message: "Your card's security code is incorrect.",
};
const notAuthenticated = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

test.use({ allowedOrigins: ['https://js.stripe.com'] });

test('[PAY-01] [PAY-02] [PAY-03] [PAY-04] Stripe.js loads only on the payment page, takes the card and confirms the payment', async ({
  page,
  context,
  signedIn,
  request,
  site,
}) => {
  const stripe = await fakeStripe(context);
  const id = await addAppointment(request, signedIn);
  // The payment does not exist at Stripe, so the journey responds in place of our server and the appointment
  // stays unpaid.
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ json: { clientSecret: 'pi_7_secret_8' } }),
  );
  await page.route('**/api/appointments/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } })
      : route.continue(),
  );
  const created = { name: 'Stripe', args: ['pk_test_x', { locale: 'en' }] };
  const openPage = async (script: StripeScript = {}) => {
    stripe.next(script);
    await page.goto(`/dashboard/payment/${id}`);
  };

  await test.step('no other page sends requests to Stripe', async () => {
    const origins: string[] = [];
    context.on('request', (sent) => origins.push(new URL(sent.url()).origin));
    for (const path of ['/', '/dashboard/appointments']) await page.goto(path, { waitUntil: 'networkidle' });
    expect([...new Set(origins)]).toEqual([site.url]);
  });

  await test.step('card fields that fail to load show an error, can be retried, and follow the color scheme', async () => {
    await openPage({
      loadErrors: 1,
      confirmCardPayment: [
        { error: declined },
        { error: wrongCode },
        { error: notAuthenticated },
        { status: 'succeeded' },
      ],
    });
    await expect(page.getByText('The card fields could not be loaded.')).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
    await expect(page.getByText('The card fields could not be loaded.')).toHaveCount(0);
    await expect(page.getByLabel('cardNumber')).toBeVisible();
    await expect(page.getByText('test card form')).toHaveCount(0);
    await expectAccessible(page);
    const color = () => page.getByLabel('cardNumber').evaluate((input) => getComputedStyle(input).color);
    const light = await color();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(color, 'the text in the fields turns light in the dark color scheme').not.toBe(light);
    expect(await color()).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  });

  await test.step("declined: Stripe's message shows in red, and the focus moves to the wrong field or the message", async () => {
    await pay(page).click();
    await expect(alert(page)).toHaveText('Your card was declined.');
    await expect(page.locator('.bb-payment-status')).toBeFocused();
    await expectAccessible(page);
    await pay(page).click();
    await expect(alert(page)).toHaveText("Your card's security code is incorrect.");
    await expect(page.getByLabel('cardCvc')).toBeFocused();
    await expectAccessible(page);
    // The payer refuses in the Stripe.js dialog.
    await pay(page).click();
    await expect(alert(page)).toHaveText(notAuthenticated.message);
  });

  await test.step('another card pays', async () => {
    const saved = page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith(id));
    await pay(page).click();
    expect((await saved).postDataJSON()).toEqual({ appointmentId: id, transactionId: 'pi_7' });
    await expect(success(page)).toContainText('Your Transaction Id Is pi_7');
    const billing = { name: signedIn.name, email: signedIn.email };
    const confirmed = { payment_method: 'pm_1', return_url: `${site.url}/dashboard/payment/${id}` };
    const cardCalls = [
      { name: 'createPaymentMethod', args: { type: 'card', card: 'cardNumber', billing_details: billing } },
      { name: 'confirmCardPayment', args: { secret: 'pi_7_secret_8', args: confirmed } },
    ];
    expect(stripe.calls()).toEqual([created, ...cardCalls, ...cardCalls, ...cardCalls, ...cardCalls]);
  });

  await test.step('a payment that already requires authentication: Stripe.js repeats it, and the payment is saved', async () => {
    await openPage({ retrievePaymentIntent: [{ status: 'requires_action' }] });
    await continueToBank(page).click();
    await expect(success(page)).toContainText('pi_7');
    expect(stripe.calls()).toEqual([created, { name: 'handleNextAction', args: 'pi_7_secret_8' }]);
  });

  await test.step('declined again: the message and the form for another card show', async () => {
    await openPage({
      retrievePaymentIntent: [{ status: 'requires_action' }],
      handleNextAction: [{ error: notAuthenticated }],
    });
    await continueToBank(page).click();
    await expect(alert(page)).toHaveText(notAuthenticated.message);
    await pay(page).click();
    await expect(success(page)).toBeVisible();
  });
});
