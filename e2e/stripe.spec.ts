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

test('[PAY-01] [PAY-02] [PAY-03] [PAY-04] Stripe.js takes the card and confirms the charge on the payment page alone, and nothing breaks the content policy', async ({
  page,
  context,
  signedIn,
  request,
  site,
}) => {
  const stripe = await fakeStripe(context);
  const id = await addAppointment(request, signedIn);
  // A charge that nobody at Stripe knows: our server's part is answered here, and the appointment stays unpaid.
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ json: { clientSecret: 'pi_7_secret_8' } }),
  );
  await page.route('**/api/appointments/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { acknowledged: true, modifiedCount: 1 } })
      : route.continue(),
  );
  const created = { name: 'Stripe', given: ['pk_test_x', { locale: 'en' }] };
  const openPage = async (script: StripeScript = {}) => {
    stripe.next(script);
    await page.goto(`/dashboard/payment/${id}`);
  };

  await test.step('no other page asks Stripe for anything', async () => {
    const asked: string[] = [];
    context.on('request', (sent) => asked.push(new URL(sent.url()).origin));
    for (const path of ['/', '/dashboard/appointments']) await page.goto(path, { waitUntil: 'networkidle' });
    expect([...new Set(asked)]).toEqual([site.url]);
  });

  await test.step('card fields that fail to load say so, are loaded again, and follow the color scheme', async () => {
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
    await expect.poll(color, 'switched to dark, the text in the fields turns light').not.toBe(light);
    expect(await color()).toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  });

  await test.step("declined: Stripe's words in red, the focus where one goes on", async () => {
    await pay(page).click();
    await expect(alert(page)).toHaveText('Your card was declined.');
    await expect(page.locator('.bb-payment-status')).toBeFocused();
    await expectAccessible(page);
    await pay(page).click();
    await expect(alert(page)).toHaveText("Your card's security code is incorrect.");
    await expect(page.getByLabel('cardCvc')).toBeFocused();
    await expectAccessible(page);
    // The payer refuses in the window of Stripe.js.
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
    const press = [
      { name: 'createPaymentMethod', given: { type: 'card', card: 'cardNumber', billing_details: billing } },
      { name: 'confirmCardPayment', given: { secret: 'pi_7_secret_8', given: confirmed } },
    ];
    expect(stripe.calls()).toEqual([created, ...press, ...press, ...press, ...press]);
  });

  await test.step('a charge that waits for the bank since before: Stripe.js asks again, and it is saved', async () => {
    await openPage({ retrievePaymentIntent: [{ status: 'requires_action' }] });
    await continueToBank(page).click();
    await expect(success(page)).toContainText('pi_7');
    expect(stripe.calls()).toEqual([created, { name: 'handleNextAction', given: 'pi_7_secret_8' }]);
  });

  await test.step('refused when asked again: the words, and the form for another card', async () => {
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
