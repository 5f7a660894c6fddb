import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { expectAccessible } from './support/accessible.ts';
import { openAccount, section } from './support/account.ts';
import { registerMember, signInThroughApi } from './support/member.ts';
import { newestEmail } from './support/outbox.ts';
import { openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// Uses its own site, because photos that other journeys report would be in the queue.
test.use({ siteSettings: {}, expectedErrors: [/status of (404|409|500)/] });

const main = (page: Page) => page.getByRole('main');
const article = (page: Page) => main(page).getByRole('article');
const countText = (page: Page) => main(page).getByText(/^\d+ of \d+$/);

test('moderators decide by keyboard, one for each item; the author reads why and objects once', async ({
  page,
  site,
  browser,
  request,
}) => {
  const [author, moderator, second] = [
    await registerMember(request),
    await registerMember(request),
    await registerMember(request),
  ];
  await qualifyMembers({ dataDir: site.dataDir });
  using database = openDatabase(site.dataDir);
  const userId = (email: string) =>
    String(database.prepare('select id from users where email = ?').get(email)?.id);
  for (const { email } of [moderator, second])
    database.prepare("insert into staff_roles values (?, 'moderator', '', 0)").run(userId(email));
  const addReview = database.prepare(
    "insert into reviews (id, user_id, appointment_id, text, public_name, state, created_at) values (?, ?, ?, ?, 'Rahima', 'waiting', 1)",
  );
  const addReviews = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const id = `review-${String(n).padStart(2, '0')}-${randomUUID()}`;
      addReview.run(id, userId(author.email), id, `Kind people at table ${n}.`);
    }
  };
  const states = () =>
    database.prepare('select state, count(*) as count from reviews group by state order by state').all();
  const photo = database.prepare('select picture_id from photos order by id limit 1').get();
  const photoId = randomUUID();
  database
    .prepare(
      "insert into photos (id, user_id, picture_id, title, width, height, reports, reported_at) values (?, ?, ?, 'Donors at the tent', 400, 300, 2, 1)",
    )
    .run(photoId, userId(author.email), String(photo?.picture_id ?? 'none'));
  // Deletes the other photos of this picture, because the decision would affect them.
  database
    .prepare('delete from photos where picture_id = ? and id <> ?')
    .run(String(photo?.picture_id), photoId);
  addReviews(2);
  await signInThroughApi(page.context(), site, moderator);
  await page.setViewportSize({ width: 360, height: 740 });

  await test.step('a failing list can be loaded again', async () => {
    await page.route('**/api/staff/moderation', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/staff/moderation');
    await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute('**/api/staff/moderation');
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await expect(article(page)).toContainText('Donors at the tent');
    await expectAccessible(page);
  });

  await using other = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  await signInThroughApi(other, site, second);
  const otherPage = await other.newPage();
  await test.step('a second moderator gets the next item, and this one once it is closed', async () => {
    await otherPage.goto('/staff/moderation');
    await expect(article(otherPage)).toContainText('Kind people at table 0.');
    await otherPage.keyboard.press('k');
    await expect(article(otherPage)).toContainText('Another moderator is looking at this.');
    await expectAccessible(otherPage);
    await otherPage.keyboard.press('a');
    await expect(article(otherPage)).toContainText('Another moderator is looking at this.');
    await page.goto('/staff');
    await expect(article(otherPage).getByRole('button', { name: /^Keep/ })).toBeVisible();
    await otherPage.goto('/staff');
    const claims = database.prepare('select count(*) as count from moderation_claims');
    await expect.poll(() => claims.get()).toEqual({ count: 0 });
    await page.goto('/staff/moderation');
  });

  await test.step('a photo is removed with a reason and a note, undone, and removed', async () => {
    await expect(article(page)).toContainText('Donors at the tent');
    await page.keyboard.press('r');
    await expectAccessible(page);
    const note = article(page).getByRole('textbox', { name: 'Note for the author' });
    await note.fill('');
    // In a field, letters and digits are text.
    await note.pressSequentially('juk1');
    await expect(note).toHaveValue('juk1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('2');
    await expect(main(page)).toContainText('Photo removed. Undo within 10 seconds.');
    await expect(article(page)).toContainText('Kind people at table 0.');
    await expectAccessible(page);
    await page.keyboard.press('u');
    await expect(article(page)).toContainText('Donors at the tent');
    await expect(article(page).getByRole('button', { name: /^Keep/ })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await expect(article(page)).toContainText('Kind people at table 0.');
    const { text = '' } = await newestEmail(site.dataDir, author.email, ({ subject }) =>
      Boolean(subject?.includes('removed')),
    );
    expect(text).toContain('It shows or names a person who did not agree to it.');
    expect(text).toContain('object once');
  });

  await test.step('without single keys, the buttons decide', async () => {
    await main(page).getByRole('checkbox', { name: 'Decide with single keys' }).uncheck();
    await page.keyboard.press('a');
    await article(page)
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(article(page)).toContainText('Kind people at table 1.');
    await main(page).getByRole('checkbox', { name: 'Decide with single keys' }).check();
    await main(page).getByRole('checkbox', { name: 'Decide with single keys' }).blur();
    await page.keyboard.press('a');
    await expect(main(page).getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
    await expectAccessible(page);
    // The page shows a decision before the server has stored it.
    await expect.poll(states).toEqual([{ state: 'published', count: 2 }]);
  });

  await test.step('50 items take at most three keys each, and together less than three minutes', async () => {
    addReviews(50);
    await page.reload();
    await expect(countText(page)).toHaveText('1 of 50');
    await main(page).getByRole('button', { name: 'Show all' }).click();
    const grid = main(page).getByRole('list', { name: 'Items waiting for a decision' });
    await expect(grid.getByRole('listitem')).toHaveCount(50);
    await expect(grid.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
    await expect(article(page)).toBeHidden();
    await expectAccessible(page);
    // Keys decide only about an item that is shown.
    await page.keyboard.press('a');
    await grid.getByRole('button').nth(49).press('Enter');
    await expect(countText(page)).toHaveText('50 of 50');
    await expect(article(page)).toBeInViewport();
    await expect(grid).toBeHidden();
    await page.keyboard.press('g');
    await grid.getByRole('button').first().press('Enter');
    const startedAt = performance.now();
    let pressCount = 0;
    const press = async (key: string) => {
      pressCount += 1;
      await page.keyboard.press(key);
    };
    for (let left = 50; left > 0; left -= 1) {
      await expect(countText(page)).toHaveText(`1 of ${left}`);
      // A key pressed earlier would decide about an item that is not shown yet.
      await expect(article(page).getByRole('button', { name: /^Publish/ })).toBeEnabled();
      if (left % 2 === 0) await press('a');
      else {
        await press('r');
        await press('4');
      }
    }
    await expect(main(page).getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
    expect(pressCount).toBeLessThanOrEqual(150);
    expect(performance.now() - startedAt).toBeLessThan(180_000);
    await expect.poll(states).toEqual([
      { state: 'published', count: 27 },
      { state: 'refused', count: 25 },
    ]);
  });

  // An open queue would claim the objection as soon as it arrives.
  await page.goto('/staff');
  await using authors = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  await signInThroughApi(authors, site, author);
  const authorPage = await authors.newPage();
  await authorPage.setViewportSize({ width: 360, height: 740 });
  await test.step('the author reads why the photo is gone, and objects', async () => {
    await newestEmail(site.dataDir, author.email, ({ subject }) =>
      Boolean(subject?.includes('not published')),
    );
    await authorPage.goto('/dashboard/gallery');
    const decision = main(authorPage).getByRole('list', { name: 'Decisions of our moderators' });
    await expect(decision).toContainText('It shows or names a person who did not agree to it.');
    await decision.getByRole('button', { name: 'Object to the decision about: Donors at the tent' }).click();
    await decision.getByRole('textbox', { name: 'Why do you disagree?' }).fill('She agreed to it.');
    await expectAccessible(authorPage);
    await decision.getByRole('button', { name: 'Send the objection' }).click();
    await expect(decision).toContainText('You objected: She agreed to it.');
    await expect(decision.getByRole('button')).toHaveCount(0);
    await openAccount(authorPage);
    await expect(section(authorPage, 'Your reviews')).toContainText('It is advertising.');
    await expect(section(authorPage, 'Who looked at your data')).toContainText('Removed a photo');
    await expectAccessible(authorPage);
  });

  await test.step('another moderator decides the objection, after a shift that ended on the page', async () => {
    await otherPage.setViewportSize({ width: 1440, height: 900 });
    await otherPage.goto('/staff/moderation');
    await expect(article(otherPage)).toContainText('She agreed to it.');
    await expectAccessible(otherPage);
    database.prepare('update staff_shifts set ends_at = 1 where user_id = ?').run(userId(second.email));
    await otherPage.keyboard.press('a');
    await expect(main(otherPage).getByRole('heading', { name: 'Your shift has ended' })).toBeVisible();
    await expectAccessible(otherPage);
    database.prepare('update staff_shifts set ends_at = 9e12 where user_id = ?').run(userId(second.email));
    await otherPage.reload();
    await expect(article(otherPage)).toContainText('She agreed to it.');
    await otherPage.keyboard.press('a');
    await expect(main(otherPage)).toContainText('Photo kept. Undo within 10 seconds.');
    await newestEmail(site.dataDir, author.email, ({ subject }) =>
      Boolean(subject?.includes('is shown in the gallery')),
    );
    expect(database.prepare('select hidden_at from photos where id = ?').get(photoId)).toEqual({
      hidden_at: null,
    });
  });
});
