import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { inLanguage } from './support/languages.ts';
import { fillCard } from './support/payment.ts';
import { test } from './support/payment-test.ts';
import { expect } from './support/test.ts';

const { path, say } = inLanguage('bn');
const said = (message: string, values = {}) => say(message, values, 'payment');

test.use({ expectedErrors: [/402/] });

test('a Bengali page takes a card typed in Bengali digits, says why one was refused, and gives the receipt', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn, { center: 'ঢাকা মেডিকেল কলেজ' });
  await page.goto(path(`/dashboard/payment/${id}`));
  const pay = page.getByRole('button', { name: said('Pay'), exact: true });
  await expect(pay).toBeEnabled();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(said('Payment'));
  await expect(page.getByRole('main')).toContainText('$৫');
  await expectAccessible(page);

  await fillCard(page, '4000000000009995');
  await pay.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    said('Your card has insufficient funds.'),
  );
  await expectAccessible(page);

  await page.locator('[name="cardNumber"]').fill('');
  await page.locator('[name="cardNumber"]').pressSequentially('৪২৪২৪২৪২৪২৪২৪২৪২');
  await expect(page.locator('[name="cardNumber"]')).toHaveValue('4242 4242 4242 4242');
  await page.locator('[name="cardExpiry"]').fill('১২/৪০');
  await expect(page.locator('[name="cardExpiry"]')).toHaveValue('12 / 40');
  await page.locator('[name="cardCvc"]').fill('১২৩');
  await pay.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(said('Payment Successful'));
  await expectAccessible(page);
  await dialog.getByRole('button').click();
  await expect(page).toHaveURL(path('/dashboard/appointments'));

  await page.goto(path(`/dashboard/payment/${id}`));
  const receipt = page.getByRole('article', { name: said('Receipt') });
  await expect(receipt).toContainText(said('Service charge for your appointment. It is paid: thank you!'));
  await expect(receipt).toContainText('ঢাকা মেডিকেল কলেজ');
  await expectAccessible(page);
});
