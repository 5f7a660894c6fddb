import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { section } from './support/account.ts';
import { confirmEmail, registerMember, signInThroughApi, submitSignIn } from './support/member.ts';
import { newestEmail } from './support/outbox.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, because the requests of other journeys would be in the lists.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409|410)/] });

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const hospital = 'Dhaka Medical College Hospital';

/** The value of a field for a day and time, in the time zone of the browser. */
const localTime = (hoursAhead: number): string => {
  const at = new Date(Date.now() + hoursAhead * 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

test('a family asks for blood on a phone; a coordinator approves; an emailed donor agrees and gives', async ({
  page,
  browser,
  request,
  site,
}) => {
  test.setTimeout(180_000);
  const [family, coordinator, donor] = [
    await registerMember(request),
    await registerMember(request),
    await registerMember(request),
  ];
  for (const member of [family, coordinator, donor]) await confirmEmail(request, site, member);
  using database = openDatabase(site.dataDir);
  giveRole(database, coordinator.email, 'coordinator', 'c1');
  const openAs = async (member: typeof donor, path: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
    await signInThroughApi(context, site, member);
    giveSecondFactor(site.dataDir);
    const opened = await context.newPage();
    await opened.goto(path);
    return opened;
  };
  await page.setViewportSize({ width: 360, height: 740 });

  const donorPage = await openAs(donor, '/dashboard/account');
  await test.step('a donor agrees to be asked', async () => {
    const own = section(donorPage, 'When a patient needs blood');
    await own.getByLabel('You may ask me to give blood').check();
    await own.getByLabel('Your blood group').selectOption('O-');
    await own.getByLabel('Your district').selectOption('Dhaka');
    await own.getByLabel('Not before').fill('00:00');
    await own.getByLabel('Not after').fill('23:59');
    await expectAccessible(donorPage);
    await own.getByRole('button', { name: 'Save' }).click();
    await expect(own.getByRole('status')).toContainText('We ask you when a patient near you');
    await donorPage.reload();
    await expect(own.getByLabel('Your district')).toHaveValue('Dhaka');
  });

  await test.step('the family finds the form from the page for receivers, and signs in on the way', async () => {
    await page.goto('/reciever');
    await page.getByRole('link', { name: 'Ask for blood' }).click();
    await expect(main(page)).toContainText('There are no open requests right now.');
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Ask for blood' }).click();
    await button(page, 'Send the request').click();
    await expect(main(page).getByLabel('Hospital')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await main(page).getByLabel('Blood group').selectOption('A+');
    await main(page).getByLabel('What is needed').selectOption('red-cells');
    await main(page).getByLabel('Hospital').fill(hospital);
    await main(page).getByLabel('District').selectOption('Dhaka');
    await main(page).getByLabel('Needed by').fill(localTime(30));
    await main(page).getByLabel('Initials of the patient').fill('R. K.');
    await main(page).getByLabel('Who are you to the patient?').fill('daughter');
    await main(page).getByLabel('Your phone number').fill('01711111111');
    await button(page, 'Send the request').click();
    await expect(main(page)).toContainText('Sign in to send your request.');
    await submitSignIn(page, family);
    await expect(main(page).getByLabel('Hospital')).toHaveValue(hospital);
    await button(page, 'Send the request').click();
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(`A+ blood for ${hospital}`);
    await expect(main(page)).toContainText('Waits for a coordinator');
    await expectAccessible(page);
  });

  const coordinatorPage = await openAs(coordinator, '/staff/requests');
  await test.step('a coordinator sees the request and approves it', async () => {
    const card = main(coordinatorPage).getByRole('article', { name: `A+ for ${hospital}` });
    await expect(card).toContainText('01711111111');
    await expectAccessible(coordinatorPage);
    await card.getByRole('button', { name: `Approve: A+, ${hospital}` }).click();
    await expect(main(coordinatorPage).getByRole('status')).toContainText('Donors are being asked.');
    await expect(card).toContainText('Donors are needed');
    await expect(main(page)).toContainText('Donors are being asked.');
  });

  await test.step('everybody sees the request without a person', async () => {
    const response = await request.get('/api/requests');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject([{ bloodGroup: 'A+', hospital, agreed: 0, state: 'open' }]);
    for (const secret of ['R. K.', '01711111111', 'daughter', family.email])
      expect(text).not.toContain(secret);
    const visitor = await browser.newPage({ baseURL: site.url, viewport: { width: 360, height: 740 } });
    await visitor.goto('/requests');
    await main(visitor).getByRole('link', { name: hospital }).click();
    await expect(main(visitor).getByRole('link', { name: 'I can come' })).toBeVisible();
    await expectAccessible(visitor);
    await visitor.goto(visitor.url());
    expect(await visitor.title()).toContain(hospital);
    await visitor.close();
  });

  const email = await newestEmail(
    site.dataDir,
    donor.email,
    ({ subject }) => subject?.includes('is needed') === true,
  );
  const link = /https?:\/\/\S+\/request-answer#\S+/.exec(email.text ?? '')?.[0] ?? '';
  let code = '';
  await test.step('the donor answers by the link without signing in', async () => {
    const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await phone.goto(link);
    await expect(main(phone)).toContainText('A+ blood is needed. Can you come?');
    await expectAccessible(phone);
    await button(phone, 'I can come').click();
    await expect(main(phone).getByRole('heading', { level: 1 })).toHaveText(
      `Thank you. See you at ${hospital}`,
    );
    await expectAccessible(phone);
    code =
      (await main(phone)
        .getByText(/^\d{4}$/)
        .textContent()) ?? '';
    await phone.close();
  });

  await test.step('the family sees the donor with the same code, and both write', async () => {
    await expect(section(page, 'Donors')).toContainText(code);
    await expectAccessible(page);
    await section(page, 'Messages').getByLabel('Message').fill('We are on the third floor.');
    await section(page, 'Messages').getByRole('button', { name: 'Send' }).click();
    await expect(section(page, 'Messages')).toContainText('We are on the third floor.');
    await donorPage.goto(page.url());
    await expect(section(donorPage, 'Messages')).toContainText('We are on the third floor.');
    await expect(section(donorPage, 'Your answer')).toContainText(code);
    await expectAccessible(donorPage);
  });

  await test.step('a number is shown only after its owner shares it', async () => {
    await expect(main(donorPage)).not.toContainText('01711111111');
    await section(page, 'Donors').getByRole('button', { name: 'Share my number' }).click();
    await expect(section(donorPage, 'Your answer')).toContainText('01711111111');
    await section(page, 'Donors').getByRole('button', { name: 'Hide my number' }).click();
    await expect(main(donorPage)).not.toContainText('01711111111');
  });

  await test.step('when both say so, the blood is given and in the history of the donor', async () => {
    await button(donorPage, 'I am there').click();
    await expect(section(page, 'Donors')).toContainText('Has arrived');
    await button(donorPage, 'I have given blood').click();
    await expect(section(donorPage, 'Your answer')).toContainText('It counts once the family confirms it.');
    await button(page, 'Donor 1 has given blood').click();
    await expect(main(page)).toContainText('All blood was given. We wish the patient well.');
    await expectAccessible(page);
    await expect(section(donorPage, 'Your answer')).toContainText('It is in your donation history.');
    await donorPage.goto('/dashboard/donations');
    await expect(main(donorPage)).toContainText(hospital);
    await expect(main(coordinatorPage)).toContainText('There is no request here.');
  });
});

test('a newcomer registers from a shared link and is expected by the family; needs show on the home page', async ({
  page,
  browser,
  request,
  site,
}) => {
  const [family, owner] = [await registerMember(request), await registerMember(request)];
  for (const member of [family, owner]) await confirmEmail(request, site, member);
  using database = openDatabase(site.dataDir);
  giveRole(database, owner.email, 'owner');
  giveSecondFactor(site.dataDir);
  const as = ({ accessToken }: typeof owner) => ({ Authorization: `Bearer ${accessToken}` });
  const asked = await request.post('/api/requests', {
    headers: as(family),
    data: {
      ...{
        bloodGroup: 'B+',
        component: 'whole-blood',
        bags: 1,
        district: 'Sylhet',
        hospital: 'Osmani Hospital',
      },
      ...{
        neededBy: new Date(Date.now() + 86_400_000),
        initials: 'S. A.',
        relation: 'son',
        phone: '01722222222',
      },
    },
  });
  const { insertedId: id } = (await asked.json()) as { insertedId: string };
  const setBloodGroup = async (address: string, group: string) =>
    void database
      .prepare(
        'update donor_availability set blood_group = ? where user_id = (select id from users where email = ?)',
      )
      .run(group, address);
  const state = async () => database.prepare('select state, agreed from blood_requests where id = ?').get(id);

  await test.step('the owner lets requests of a district begin without approval', async () => {
    await signInThroughApi(page.context(), site, owner);
    giveSecondFactor(site.dataDir);
    await page.goto('/staff/requests');
    await section(page, 'Rules').getByLabel('Sylhet').check();
    await section(page, 'Rules').getByRole('button', { name: 'Save' }).click();
    await expect(section(page, 'Rules').getByRole('status')).toContainText('Saved.');
    await expectAccessible(page);
    await main(page)
      .getByRole('button', { name: /^Approve: B\+/ })
      .click();
    await expect.poll(state).toMatchObject({ state: 'open' });
  });

  await test.step('what is urgent is on the home page', async () => {
    await main(page).getByRole('link', { name: 'What is needed' }).click();
    await main(page).getByLabel('District').selectOption('Dhaka');
    await main(page).getByRole('group', { name: 'O-' }).getByRole('button', { name: 'Urgent' }).click();
    await expect(main(page).getByRole('status')).toContainText('O- in Dhaka: Urgent');
    await expectAccessible(page);
    const visitor = await browser.newPage({ baseURL: site.url, viewport: { width: 360, height: 740 } });
    await visitor.goto('/');
    await expect(section(visitor, 'Needed now')).toContainText('Urgent: Dhaka: O-');
    await visitor.close();
  });

  await test.step('a newcomer registers, confirms the address and agrees', async () => {
    const phone = await browser.newPage({ baseURL: site.url, viewport: { width: 360, height: 740 } });
    await phone.goto(`/bn/requests/${id}`);
    await expectAccessible(phone);
    await phone.goto(`/requests/${id}`);
    await main(phone).getByRole('link', { name: 'I can come' }).click();
    const newcomer = { email: `newcomer-${id}@example.org`, password: 'correct horse' };
    await main(phone).locator('input[name="name"]').fill('Karim Ahmed');
    await submitSignIn(phone, newcomer);
    await expect(phone).toHaveURL(`/requests/${id}`);
    await expect(section(phone, 'Can you come?')).toContainText('Then you can say that you can come.');
    await expectAccessible(phone);
    await confirmEmail(request, site, newcomer);
    await phone.reload();
    await section(phone, 'Can you come?').getByLabel('Your blood group').selectOption('A+');
    await button(phone, 'I can come').click();
    await expect(section(phone, 'Can you come?').getByRole('alert')).toContainText('another blood group');
    await setBloodGroup(newcomer.email, 'O-');
    await button(phone, 'I can come').click();
    await expect(section(phone, 'Your answer')).toContainText('Wants to come');
    expect(await state()).toEqual({ state: 'filled', agreed: 1 });
    await button(phone, "I can't come").click();
    await expect.poll(state).toEqual({ state: 'open', agreed: 0 });
    await phone.close();
  });
});
