import type { Page } from '@playwright/test';
import { type Day, formatLongDate, utcDay } from '#contract/days.ts';
import { startEmailServer } from '#platform/testing/email-server.ts';
import { days } from '#platform/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { section } from './support/account.ts';
import { addAppointment, scrollToForm } from './support/appointments.ts';
import { addClinic, sendAs } from './support/clinic.ts';
import { formatDayAndWeekday } from './support/languages.ts';
import { expectNoLayoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { confirmEmail, registerMember, signInThroughApi, submitSignIn } from './support/member.ts';
import { newestEmail } from './support/outbox.ts';
import { payThroughApi } from './support/pay-through-api.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, because other journeys expect no center.
// Testing tools run scripts in the frame of an email, which its sandbox refuses.
test.use({
  siteSettings: {},
  expectedErrors: [/status of (422|500)|Blocked script execution in 'about:srcdoc'/],
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const isoDay = (count: number) => utcDay(Date.now() + days(count));

test('a closed day: donors are emailed or called and take another slot; the waiting list gets a freed one', async ({
  page,
  site,
  browser,
  request,
}) => {
  const owner = await addClinic(request, site);
  const [confirmed, unconfirmed, waiting] = [
    await registerMember(request),
    await registerMember(request),
    await registerMember(request),
  ];
  await confirmEmail(request, site, confirmed);
  await addAppointment(request, confirmed, {
    name: 'Rahima Khatun',
    center: 'Dhaka Clinic',
    date: isoDay(5),
  });
  await addAppointment(request, unconfirmed, {
    name: 'Karim Uddin',
    center: 'Dhaka Clinic',
    date: isoDay(5),
  });
  await signInThroughApi(page.context(), site, owner);
  await page.setViewportSize({ width: 360, height: 740 });

  await test.step('a coordinator who cannot email the donors of a day sees whom to call', async () => {
    await page.goto(`/staff/today?date=${isoDay(5)}`);
    await expect(main(page)).toContainText('2 appointments');
    await button(page, 'Options').click();
    await button(page, 'Write to the donors').click();
    await expect(main(page)).toContainText('This site cannot send emails yet.');
    await expect(main(page)).toContainText('2 donors are booked.');
    await expectAccessible(page);
    await button(page, 'Show the phone numbers').click();
    const outcome = page.getByRole('region', { name: 'Your message' });
    await expect(outcome.getByText('Please call 2 donors.')).toBeFocused();
    await expect(outcome.getByRole('listitem')).toContainText(['Rahima Khatun', 'Karim Uddin']);
    await expect(outcome.getByRole('link', { name: '01712345678' })).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('the coordinator writes to the donors of a day', async () => {
    await using server = await startEmailServer({ account: { user: 'site', password: 'secret' } });
    const data = {
      host: '127.0.0.1',
      port: server.port,
      encryption: 'none',
      user: 'site',
      password: 'secret',
      from: 'hello@buddies.example',
    };
    await sendAs(request, owner, { method: 'PUT', path: '/staff/settings/email', data });
    await page.reload();
    await button(page, 'Options').click();
    await button(page, 'Write to the donors').click();
    const message = page.getByLabel(`Message to everybody who is booked on ${formatLongDate(isoDay(5))}`);
    await button(page, 'Preview').click();
    await expect(message).toBeFocused();
    await expect(main(page)).toContainText('Write a message');
    await message.fill('Bring your card.');
    await expectAccessible(page);
    await button(page, 'Preview').click();
    const question = page.getByRole('region', { name: 'Send this message?' });
    const reach = '1 donor gets it by email. 1 donor has no confirmed email address: please call.';
    await expect(question.getByText(reach)).toBeFocused();
    await button(page, 'Change the message').click();
    await expect(message).toBeFocused();
    await expect(message).toHaveValue('Bring your card.');
    await message.fill('Bring your identity card.\nUse the north gate.');
    await button(page, 'Preview').click();
    const email = question.frameLocator('iframe[title="The email"]');
    await expect(email.getByRole('row', { name: 'Message from the center' })).toContainText(
      'Bring your identity card.',
    );
    await expect(email.getByRole('link', { name: 'See your appointment' })).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Send' }).click();
    const outcome = page.getByRole('region', { name: 'Your message' });
    await expect(outcome.getByText('1 donor is being emailed.')).toBeFocused();
    await expect(outcome.getByRole('listitem')).toContainText(['Karim Uddin']);
    await expectAccessible(page);
    await expect.poll(() => server.received.flatMap(({ to }) => to)).toEqual([confirmed.email]);
    expect(server.received[0]?.content).toContain('Bring your identity card.\r\nUse the north gate.');
    await sendAs(request, owner, { method: 'DELETE', path: '/staff/settings/email' });
  });

  await test.step('the coordinator sees who is booked, and closes the day', async () => {
    await page.route('**/api/staff/centers', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/staff/closings');
    await expect(button(page, 'Try again')).toBeVisible();
    await page.unroute('**/api/staff/centers');
    await button(page, 'Try again').click();
    await expect(main(page)).toContainText('No day is closed.');
    await page.getByLabel('Day', { exact: true }).fill(isoDay(5));
    await button(page, 'Day: Choose the date in a calendar').press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Day' });
    await expect(calendar.getByRole('button', { name: /, selected/ })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Day', { exact: true })).toHaveValue(formatLongDate(isoDay(6)));
    await expect(button(page, 'Day: Choose the date in a calendar')).toBeFocused();
    const openPreview = async () => {
      await page.getByLabel('Day', { exact: true }).fill(formatLongDate(isoDay(5)));
      await page.getByLabel('Message to the donors').fill('The water is off.');
      await button(page, 'See who is booked').click();
    };
    await openPreview();
    const preview = page.getByRole('region', { name: 'Who is booked' });
    await expect(preview).toContainText('2 donors are booked');
    await preview.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Close a day' })).toBeFocused();
    await button(page, 'See who is booked').click();
    await expect(preview).toContainText('Karim Uddin');
    await expectAccessible(page);
    await expect(preview).toContainText('This site cannot send emails yet.');
    const data = { host: '127.0.0.1', port: 25, encryption: 'none', user: '', from: 'hello@example.org' };
    await sendAs(request, owner, { method: 'PUT', path: '/staff/settings/email', data });
    await page.reload();
    await openPreview();
    await expect(preview).toContainText('We ask 1 donor by email');
    await expect(preview).toContainText('1 donor has no confirmed email address');
    await expect(preview.getByRole('listitem').filter({ hasText: 'Karim Uddin' })).toContainText(
      'No confirmed email address',
    );
    await expect(preview.getByRole('button', { name: 'Close and notify 1 donor' })).toBeVisible();
    await expectAccessible(page);
    await sendAs(request, owner, { method: 'DELETE', path: '/staff/settings/email' });
    await page.reload();
    await openPreview();
    await preview.getByRole('button', { name: 'Close without emails' }).click();
    await expect(main(page)).toContainText('2 donors need a call: see above.');
    const affected = page.getByRole('region', { name: /^Closed: / });
    await expect(affected).toContainText('2 need a call');
    await expect(affected.getByRole('link', { name: 'Call 01712345678' })).toHaveCount(2);
    const badge = (text: string) =>
      page.getByRole('navigation', { name: 'Staff' }).getByText(text).filter({ visible: true });
    await page.goto('/staff/today');
    await expect(badge('2 waiting on other pages')).toBeInViewport({ ratio: 1 });
    await page.goto('/staff/closings');
    const toCall = badge('2 to call or refund');
    await expect(toCall).toBeInViewport({ ratio: 1 });
    await button(page, 'Called: Rahima Khatun').press('Enter');
    await expect(affected).toContainText('1 needs a call, 1 has not answered yet');
    await button(page, 'Called: Karim Uddin').press('Enter');
    await expect(affected).toContainText('2 have not answered yet');
    await expect(affected.getByRole('heading')).toBeFocused();
    await expect(toCall).toBeHidden();
    await expect(main(page)).not.toContainText('needs a call');
    await expectAccessible(page);
    await page.goto(`/staff/today?date=${isoDay(5)}`);
    await expect(main(page)).toContainText(`Closed: ${formatDayAndWeekday(isoDay(5))}`);
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'See the donors in Closings' }).click();
    await button(page, 'Book another day for Karim Uddin').click();
    await affected.getByLabel('New day').selectOption(isoDay(6));
    await expect(affected.getByLabel('New day').locator('option:checked')).toContainText('2 free');
    await expect(affected.getByLabel('Arrival time').locator('option')).toHaveText(['9:00', '9:30']);
    await expectAccessible(page);
    await button(page, 'Book another day for Karim Uddin').click();
  });

  await using phone = await browser.newContext({
    baseURL: site.url,
    serviceWorkers: 'block',
    viewport: { width: 360, height: 740 },
  });
  const donorPage = await phone.newPage();
  await test.step('the link of the email shows the slot; one button takes it, without signing in', async () => {
    const { text = '' } = await newestEmail(site.dataDir, confirmed.email, ({ subject }) =>
      /^Choose/.test(subject ?? ''),
    );
    expect(text).toContain('The water is off.');
    const [first = ''] = text.match(/http\S+\/slot-offer#\S+/) ?? [];
    await donorPage.goto(first);
    await expect(main(donorPage)).toContainText(`${formatLongDate(isoDay(6))}, 9:00`);
    await expectAccessible(donorPage);
    await button(donorPage, 'Take this place').click();
    await expect(donorPage.getByRole('heading', { name: 'See you at Dhaka Clinic' })).toBeFocused();
    await donorPage.reload();
    await expect(main(donorPage)).toContainText('You have already answered');
  });

  const requestElsewhere = async (date: Day) => {
    await donorPage.goto('/');
    await scrollToForm(donorPage);
    const form = donorPage.locator('form').filter({ has: donorPage.getByLabel('Donation Center') });
    await form.getByLabel('Name').fill('Karim Uddin');
    await form.getByLabel('Phone').fill('01712345678');
    await form.getByLabel('Donation Center').fill('Elsewhere');
    await form.getByLabel('Donation Date').fill(formatLongDate(date));
    await form.getByRole('button', { name: 'Submit' }).click();
    return form;
  };

  await test.step('an appointment of the closed day keeps that day elsewhere, and the form says why', async () => {
    await signInThroughApi(phone, site, unconfirmed);
    const form = await requestElsewhere(isoDay(5));
    await expect(form).toContainText('It is at Dhaka Clinic, which is closed then.');
    await expectAccessible(donorPage);
    await form.getByRole('link', { name: 'See this appointment' }).click();
    await expect(donorPage.getByRole('article', { name: formatLongDate(isoDay(5)) })).toBeInViewport();
  });

  await test.step('the other donor chooses in the pages', async () => {
    const notice = donorPage.getByRole('heading', { name: 'Choose another day' });
    await expect(notice).toBeVisible();
    await expectAccessible(donorPage);
    await expect(donorPage.getByText('Your next donation')).toHaveCount(0);
    const closed = donorPage.getByRole('article', { name: formatLongDate(isoDay(5)) });
    await expect(closed).toContainText('The center is closed');
    for (const name of ['Pay $5', 'Donation pass', 'Add to calendar'])
      await expect(closed.getByText(name)).toHaveCount(0);
    await button(donorPage, new RegExp(`${formatLongDate(isoDay(6))}, 9:30`)).click();
    const next = donorPage.getByRole('article', { name: 'Your next donation' });
    await expect(next).toContainText(`${formatLongDate(isoDay(6))}, 9:30`);
    await expect(notice).toBeHidden();
    await expect(donorPage.getByRole('heading', { level: 1 })).toBeFocused();
    await button(page, 'Refresh').click();
    await expect(page.getByRole('region', { name: /^Closed: / })).toContainText('2 chose another day');
  });

  await test.step('a visitor signs in from a full day, and comes back to it', async () => {
    await using visit = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    const visitor = await visit.newPage();
    await visitor.goto('/centers');
    await main(visitor).getByRole('link', { name: 'Dhaka Clinic' }).click();
    await visitor.getByRole('link', { name: `Waiting list for ${formatLongDate(isoDay(6))}` }).click();
    await expect(main(visitor)).toContainText('is full. You can join its waiting list below the date.');
    await main(visitor).getByRole('link', { name: 'Sign in to join the waiting list' }).click();
    await submitSignIn(visitor, waiting);
    await expect(visitor.getByLabel('Donation Center')).toHaveValue('Dhaka Clinic');
    await expect(main(visitor).getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  });

  await test.step('a full day offers the waiting list in the form; a freed slot is held and taken with one tap', async () => {
    const date = isoDay(6);
    await signInThroughApi(phone, site, waiting);
    await donorPage.goto('/centers');
    await main(donorPage).getByRole('link', { name: 'Dhaka Clinic' }).click();
    await donorPage.getByRole('link', { name: `Waiting list for ${formatLongDate(date)}` }).click();
    const form = donorPage.locator('form').filter({ has: donorPage.getByLabel('Donation Center') });
    await expect(form.getByLabel('Donation Center')).toHaveValue('Dhaka Clinic');
    await expect(form.getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
    await form.getByLabel('Name').fill('Nusrat Jahan');
    await form.getByLabel('Phone').fill('01812345678');
    await form.getByLabel('Blood Group').selectOption('B+');
    await form.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(form).toContainText('You are next on the waiting list.');
    await expect(form).toContainText(`Confirm ${waiting.email}, so that we can offer you a place`);
    await expect(form.getByRole('button', { name: 'Send the confirmation email' })).toBeVisible();
    await expectAccessible(donorPage);
    await form.getByRole('link', { name: 'See your waiting lists' }).click();
    await expect(section(donorPage, 'Your waiting lists')).toBeInViewport();
    const leave = button(donorPage, /^Leave the waiting list of Dhaka Clinic/);
    await leave.press('Enter');
    await expect(leave).toHaveCount(0);
    await expect(donorPage.locator(':is(h1, h2, h3):focus')).toHaveCount(1);
    await donorPage.goBack();
    await expect(form.getByLabel('Phone')).toHaveValue('01812345678');
    await form.getByLabel('Phone').focus();
    await form.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(form).toContainText('You are next on the waiting list.');
    const mine = await sendAs<{ _id: string; date: string }[]>(request, confirmed, {
      method: 'GET',
      path: `/appointments?email=${confirmed.email}`,
    });
    await sendAs(request, confirmed, { method: 'DELETE', path: `/appointments/${mine[0]?._id}` });
    await form.getByRole('link', { name: 'See your waiting lists' }).click();
    const offered = section(donorPage, 'A place is free for you');
    await expect(offered).toContainText('A place is held for you until');
    await donorPage.goBack();
    await expect(form).toContainText(`A place is held for you on ${formatDayAndWeekday(date)}.`);
    await expect(form.getByRole('button', { name: 'Join the waiting list' })).toHaveCount(0);
    await expectAccessible(donorPage);
    await form.getByRole('link', { name: 'See the place' }).click();
    await expect(offered).toContainText('A place is held for you until');
    await expect(donorPage.getByRole('heading', { name: 'Your waiting lists' })).toHaveCount(0);
    await expectAccessible(donorPage);
    await recordLayoutShifts(donorPage);
    for (const width of [768, 360]) {
      await donorPage.setViewportSize({ width, height: 740 });
      await donorPage.evaluate(() => localStorage.removeItem('bloodBuddiesAppointments'));
      await donorPage.reload();
      await expect(offered).toBeVisible();
      await expectNoLayoutShift(donorPage);
    }
    await expect(section(donorPage, 'Confirm your email address')).toContainText('a place on a waiting list');
    await button(donorPage, 'Take this place').click();
    await expect(donorPage.getByRole('article', { name: 'Your next donation' })).toContainText(
      `${formatLongDate(date)}, 9:00`,
    );
    const own = await sendAs<object[]>(request, waiting, {
      method: 'GET',
      path: `/appointments?email=${waiting.email}`,
    });
    expect(own).toMatchObject([
      { date: formatLongDate(date), time: '09:00', name: 'Nusrat Jahan', bloodGroup: 'B+' },
    ]);
  });

  await test.step('the center cancels an appointment: the donor sees it with nothing left to do, the coordinator lists it', async () => {
    const [own] = await sendAs<{ _id: string }[]>(request, waiting, {
      method: 'GET',
      path: `/appointments?email=${waiting.email}`,
    });
    const data = { status: 'cancelled', at: new Date().toISOString(), operationId: 'cancel' };
    await sendAs(request, owner, { method: 'PUT', path: `/staff/appointments/${own?._id}/status`, data });
    await donorPage.goto('/dashboard/appointments');
    const card = donorPage.getByRole('article');
    await expect(card).toContainText('Canceled by the center');
    // The link leads to the page of the center.
    await expect(card.getByRole('link')).toHaveAttribute('href', /^\/centers\//);
    await expect(card.getByRole('button')).toHaveCount(0);
    await expect(donorPage.getByRole('heading', { name: 'Your next donation' })).toBeHidden();
    await expectAccessible(donorPage);
    for (const path of ['pass', 'payment']) {
      await donorPage.goto(`/dashboard/${path}/${own?._id}`);
      await expect(main(donorPage)).toContainText('The center has canceled this appointment.');
    }
    await button(page, 'Refresh').click();
    await expect(page.getByRole('region', { name: /^Canceled: / })).toContainText('1 needs a call');
    await button(page, 'Called: Nusrat Jahan').click();
    await expect(page.getByRole('region', { name: /^Canceled: / })).toContainText('1 is canceled');
  });

  await test.step('a donor who paid declines the offered slots; the coordinator refunds the payment', async () => {
    const date = formatLongDate(isoDay(8));
    await payThroughApi(
      request,
      confirmed,
      await addAppointment(request, confirmed, {
        name: 'Rahima Khatun',
        center: 'Dhaka Clinic',
        date: isoDay(8),
      }),
    );
    await page.getByLabel('Day', { exact: true }).fill(date);
    await page.getByLabel('Only a part of the day').check();
    await page.getByLabel('Closed from').fill('15:00');
    await page.getByLabel('Closed until').fill('16:00');
    await button(page, 'See who is booked').press('Enter');
    await expect(page.getByLabel('Closed from')).toBeFocused();
    await expect(main(page)).toContainText('No arrival time is between these times');
    await page.getByLabel('Closed from').fill('09:00');
    await page.getByLabel('Closed until').fill('09:30');
    await button(page, 'See who is booked').click();
    await button(page, 'Close without emails').click();
    const affected = page.getByRole('region', {
      name: `Closed: ${formatDayAndWeekday(isoDay(8))}, 9:00 to 9:30`,
    });
    await expect(affected).toContainText('1 needs a call');
    await signInThroughApi(phone, site, confirmed);
    await donorPage.goto('/dashboard/appointments');
    await expect(main(donorPage)).toContainText('Your payment moves with it.');
    await main(donorPage).getByRole('link', { name: 'None of these days' }).click();
    await button(donorPage, "I can't come on another day").click();
    const decision = donorPage.getByRole('alertdialog', { name: 'Cancel your appointment?' });
    await expect(decision).toContainText('The center refunds your payment.');
    await decision.getByRole('button', { name: 'Cancel the appointment' }).click();
    await expect(donorPage.getByRole('heading', { name: 'Thank you for telling us' })).toBeVisible();
    await button(page, 'Refresh').click();
    await expect(affected).toContainText('1 waits for a refund');
    await expectAccessible(page);
    await affected.getByRole('button', { name: 'Refund the payment' }).click();
    const question = page.getByRole('alertdialog', { name: 'Refund the payment?' });
    await expect(question).toContainText('Rahima Khatun');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(affected).toContainText('Refunded');
    await expect(affected.getByRole('button')).toHaveCount(0);
    await newestEmail(site.dataDir, confirmed.email, ({ subject }) => /^Your refund/.test(subject ?? ''));
    await donorPage.goto('/dashboard/appointments');
    await expect(donorPage.getByRole('article').filter({ hasText: date })).toContainText('Refunded');
    const form = await requestElsewhere(isoDay(8));
    await expect(form).toContainText('The center has canceled your appointment at Dhaka Clinic.');
  });
});
