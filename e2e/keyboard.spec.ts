import type { Locator, Page } from '@playwright/test';
import { addAppointment, fillForm, form, inDays, openForm, weekdayInDays } from './support/appointments.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { backToAppointments } from './support/payment.ts';
import { expect, test } from './support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let count = 0; count < 80; count++) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The control has no focus after 80 presses of Tab.');
}

test.describe('without a mouse', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-01] [LGN-05] [APF-02] [APF-03] [APF-05] [APT-03] [PAY-03] the keyboard alone leads through sign-in, the form, a canceled appointment and the payment', async ({
    page,
    member,
    request,
  }) => {
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
    const email = page.locator('[name="email"]');
    const dialog = page.getByRole('alertdialog');
    const ok = dialog.getByRole('button', { name: 'OK' });

    await test.step('the skip link and the login link in the top bar work', async () => {
      await page.goto('/about');
      await press(page, 'Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await page.goto('/about');
      await waitUntilHydrated(page.getByRole('banner').getByRole('link', { name: 'About Us' }));
      await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }));
      await press(page, 'Enter');
      await expect(email).toBeFocused();
      await expect(email, 'the focus is visible').toHaveCSS('outline-style', 'solid');
      await page.goto('/register');
      await expect(page.locator('[name="name"]')).toBeFocused();
      await page.goto('/login');
      await expect(email).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });

    await test.step('the forgotten-password page opens, returns to login and keeps the typed address', async () => {
      await page.keyboard.type(member.email);
      const forgotPasswordButton = page.getByRole('button', { name: 'Forget Password ?' });
      await tabTo(page, forgotPasswordButton);
      await press(page, 'Enter');
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
      await expect(email).toBeFocused();
      const sendLink = page.getByRole('button', { name: 'Send link' });
      await tabTo(page, sendLink);
      await press(page, 'Enter');
      const beneath = sendLink.locator('xpath=following-sibling::*[1]');
      await expect(beneath).toContainText(`If ${member.email} has an account`);
      await expect(sendLink).toBeFocused();
      await tabTo(page, page.getByRole('button', { name: 'Back to login' }));
      await press(page, 'Enter');
      await expect(forgotPasswordButton).toBeFocused();
      await expect(email).toHaveValue(member.email);
    });

    await test.step('a failed sign-in leaves the focus on the button, and a successful one moves it to the heading', async () => {
      const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
      const password = page.locator('[name="password"]');
      await email.focus();
      await press(page, 'Tab');
      await page.keyboard.type('wrong password');
      await press(page, 'Tab', 'Enter');
      await expect(password).toHaveAttribute('type', 'text');
      await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
      await press(page, 'Tab', 'Tab');
      await expect(login).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
      await expect(login).toBeFocused();
      await expect(password).toHaveAttribute('type', 'password');
      await password.fill(member.password);
      await press(page, 'Enter');
      await expect(page).not.toHaveURL(/\/login$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    await test.step('in the calendar the arrow keys choose, Escape closes, and the focus returns to its button', async () => {
      await openForm(page);
      const opener = form(page).getByRole('button', { name: 'Choose the date in a calendar' });
      const today = page.getByRole('grid').getByRole('button', { name: inDays(0) });
      await form(page).locator('[name="center"]').focus();
      await tabTo(page, opener);
      await press(page, 'Enter');
      await expect(today).toBeFocused();
      await press(page, 'Escape');
      await expect(page.getByRole('grid')).toHaveCount(0);
      await expect(opener).toBeFocused();
      await press(page, 'Space');
      await expect(today).toBeFocused();
      await press(page, 'ArrowRight', 'ArrowDown', 'Enter');
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(8));
      await expect(opener).toBeFocused();
    });

    await test.step('an invalid field receives the focus, and after success the appointment, which is at most 3 tabs away', async () => {
      const send = form(page).getByRole('button', { name: 'Submit', exact: true });
      await tabTo(page, send);
      await press(page, 'Enter');
      await expect(form(page).locator('[name="name"]')).toBeFocused();
      await fillForm(page, { date: inDays(9) });
      await tabTo(page, send);
      await press(page, 'Space');
      await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
      await expect(
        page.getByRole('region', { name: `You have an appointment ${weekdayInDays(9)}` }),
      ).toBeFocused();
      const names = ['Pay $5', 'See your appointment', 'Add to calendar'];
      for (const name of names) {
        await press(page, 'Tab');
        await expect(page.locator(':focus')).toHaveText(name);
      }
      await press(page, 'Enter');
      await expect(page.getByRole('dialog', { name: 'Add to calendar' })).toBeVisible();
      await press(page, 'Escape');
      await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeFocused();
      await press(page, 'Shift+Tab', 'Enter');
      const card = page.getByRole('article', { name: 'Your next donation' });
      await expect(card).toBeFocused();
      await expect(card).toHaveCSS('outline-style', 'solid');
      await expect(heading(/Your Appointments/)).toBeInViewport({ ratio: 1 });
    });

    await test.step('canceling focuses No first, returns the focus after No, and moves it to the heading after Yes', async () => {
      await page.goto('/dashboard/appointments');
      const cancel = page.getByRole('table').getByRole('button', { name: 'Cancel' });
      await expect(cancel).toBeVisible();
      await tabTo(page, cancel);
      await press(page, 'Enter');
      await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
      await press(page, 'Tab');
      await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused();
      await press(page, 'Escape');
      await expect(ok).toBeFocused();
      await press(page, 'Enter');
      await expect(dialog).toHaveCount(0);
      await expect(cancel).toBeFocused();
      // A late list response removes the row only after the dialog has closed.
      const listed = Promise.withResolvers<void>();
      await page.route('**/api/appointments?*', async (route) => {
        await listed.promise;
        await route.continue();
      });
      await press(page, 'Enter', 'Tab', 'Enter');
      await expect(dialog).toContainText('Your Appointment has been Cancelled!');
      await expect(ok).toBeFocused();
      await press(page, 'Enter');
      await expect(dialog).toHaveCount(0);
      listed.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.unrouteAll({ behavior: 'wait' });
    });

    await test.step('paying leads from the table through the card form, the dialog and the receipt back to the table', async () => {
      await addAppointment(request, member);
      await page.reload();
      const payment = page.getByRole('link', { name: 'Payment' });
      await expect(payment).toBeVisible();
      await tabTo(page, payment);
      await press(page, 'Enter');
      await expect(heading('Payment')).toBeFocused();
      await expect(page.getByRole('button', { name: 'Pay $5', exact: true })).toBeEnabled();
      await tabTo(page, page.getByLabel('Card number'));
      await page.keyboard.type('4242424242424242');
      await press(page, 'Tab');
      await page.keyboard.type('1240');
      await press(page, 'Tab');
      await page.keyboard.type('123');
      await press(page, 'Enter');
      await expect(ok).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
      await press(page, 'Tab');
      await expect(page.getByRole('link', { name: 'Show pass' })).toBeFocused();
      await tabTo(page, backToAppointments(page));
      await press(page, 'Enter');
      await expect(heading(/Your Appointments/)).toBeFocused();
      await tabTo(page, page.getByRole('table').getByText('Paid', { exact: true }));
      await expect(page.getByRole('tooltip')).toContainText('Transaction id pi_');
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[NAV-02] [NAV-04] [NAV-05] the menu and the drawer trap the focus, Escape returns it, and a link moves it to the heading', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    const openAndLeave = async (opener: Locator) => {
      await waitUntilHydrated(opener);
      await tabTo(page, opener);
      await press(page, 'Enter');
      await expect(close).toBeFocused();
      await press(page, 'Escape');
      await expect(opener).toBeFocused();
      await press(page, 'Enter');
    };
    await page.goto('/');
    await openAndLeave(page.getByRole('button', { name: 'Menu' }));
    await tabTo(page, page.getByRole('button', { name: 'Pages' }));
    await press(page, 'Space', 'Tab');
    await expect(page.getByRole('link', { name: 'Submenu 1' })).toBeFocused();
    await press(page, 'Enter');
    await expect(page).toHaveURL(/\/donor$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await page.goto('/dashboard/donors');
    await openAndLeave(page.getByRole('button', { name: 'Dashboard sections' }));
    await tabTo(page, page.getByRole('dialog').getByRole('link', { name: 'Photo Gallery' }));
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'PHOTO GALLERY' })).toBeFocused();
  });
});
