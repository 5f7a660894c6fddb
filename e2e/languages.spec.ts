import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { publicPages } from '#contract/site.ts';
import { expectAccessible } from './support/accessible.ts';
import { inLanguage } from './support/languages.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { newestEmail } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).locator(`input[name="${name}"]`);
const alert = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\S/ });
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

const feature = 'sign-in';
const wrongPassword = 'পাসওয়ার্ডটি ঠিক নয়, অথবা এই অ্যাকাউন্টে কোনো পাসওয়ার্ড নেই।';
const resetSubject = 'Blood Buddies-এর জন্য নতুন পাসওয়ার্ড দিন';
const { path, translate } = inLanguage('bn');
const t = (text: string, values = {}) => translate(text, values, feature);

test.describe('in Bengali', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('a visitor registers, fails to sign in with a wrong password and requests a link to reset it', async ({
    page,
    site,
  }) => {
    const person = { email: `${randomUUID()}@example.org`, password: 'correct horse' };
    await page.goto(path('/register'));
    expect(await languageOf(page)).toBe('bn');
    await expect(page).toHaveTitle(`${t('Create Account')} | Blood Buddies`);
    await button(page, t('Register')).click();
    await expect(main(page).getByText(t('Name Is required'))).toBeVisible();
    await expect(main(page).getByText(translate('Password Is required'))).toBeVisible();
    await field(page, 'name').fill('রহিমা খাতুন');
    await field(page, 'email').fill(person.email);
    await field(page, 'password').fill(person.password);
    await button(page, t('Register')).click();
    await expect(page.getByText(t('User Created Successfully'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path('/')}$`));

    await page
      .getByRole('banner')
      .getByRole('link', { name: translate('Log out') })
      .click();
    await expect(page).toHaveURL(new RegExp(`${path('/login')}$`));
    await field(page, 'email').fill(person.email);
    await field(page, 'password').fill('wrong horse');
    await button(page, t('Login')).click();
    await expect(alert(page)).toHaveText(wrongPassword);
    await expectAccessible(page);

    await button(page, t('Forget Password ?')).click();
    await button(page, t('Send link')).click();
    const message = 'If {email} has an account, we sent a link to it. Check your spam folder.';
    await expect(main(page).getByText(t(message, { email: person.email }))).toBeVisible();
    await expectAccessible(page);
    const email = await newestEmail(site.dataDir, person.email, ({ subject }) => subject === resetSubject);
    expect(email.html).toContain('<html lang="bn">');
    const link = /https?:\S+action\?\S+/.exec(email.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expect(page).toHaveURL(new RegExp(`${path('/account/action')}\\?`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await languageOf(page)).toBe('bn');

    await test.step('signing in leads to the page of origin, even after switching the language back and forth', async () => {
      await page.goto(path('/dashboard/donors'));
      for (const [name, address] of [
        ['English', /\d\/login$/],
        ['বাংলা', /\/bn\/login$/],
      ] as const) {
        await expect(field(page, 'email')).toBeVisible();
        await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
        await expect(page).toHaveURL(address);
      }
      await field(page, 'email').fill(person.email);
      await field(page, 'password').fill(person.password);
      await button(page, t('Login')).click();
      await expect(page).toHaveURL(new RegExp(`${path('/dashboard/donors')}$`));
    });
  });
});

test('the header links to the page in the other language, which is stored; pages name alternates', async ({
  page,
  site,
}) => {
  const toBengali = page.getByRole('banner').getByRole('link', { name: 'বাংলা', exact: true });
  const toEnglish = page.getByRole('banner').getByRole('link', { name: 'English', exact: true });
  await page.goto('/about?from=here#our-volunteers');
  expect(await languageOf(page)).toBe('en');
  await waitUntilHydrated(toBengali);
  await toBengali.click();
  await expect(page).toHaveURL(/\/bn\/about\?from=here#our-volunteers$/);
  expect(await languageOf(page)).toBe('bn');

  await test.step('the scroll position is kept, even after Back and Forward', async () => {
    const place = () => page.evaluate(() => scrollY / (document.documentElement.scrollHeight - innerHeight));
    /** Playwright's own click would scroll first. */
    const switchAt = async (share: number, link: Locator) => {
      await waitUntilHydrated(link);
      await link.evaluate((element: HTMLElement, share) => {
        const top = share * (document.documentElement.scrollHeight - innerHeight);
        scrollTo({ top, behavior: 'instant' });
        element.click();
      }, share);
    };
    await switchAt(0.8, toEnglish);
    await expect(page).toHaveURL(/\d\/about\?from=here#our-volunteers$/);
    await expect.poll(place).toBeCloseTo(0.8, 1);
    await page.goto('/about');
    await switchAt(0.4, toBengali);
    await expect(page).toHaveURL(/\/bn\/about$/);
    await expect.poll(place).toBeCloseTo(0.4, 1);
    await switchAt(0.7, toEnglish);
    await expect(page).toHaveURL(/\d\/about$/);
    await expect.poll(place).toBeCloseTo(0.7, 1);
    await waitUntilHydrated(toBengali);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.goBack();
    await expect(page).toHaveURL(/\/bn\/about$/);
    await expect.poll(place).toBeCloseTo(0.7, 1);
    await page.goForward();
    await expect(page).toHaveURL(/\d\/about$/);
    await waitUntilHydrated(toBengali);
    expect(await place()).toBe(0);
    await switchAt(0.2, toBengali);
    await expect(page).toHaveURL(/\/bn\/about$/);
  });

  await test.step('the name and the address that are typed on the sign-in pages are kept, the password is not', async () => {
    const field = (name: string) => page.getByRole('main').locator(`input[name="${name}"]`);
    const values = () => Promise.all(['name', 'email', 'password'].map((name) => field(name).inputValue()));
    await page.goto('/bn/register');
    await field('name').fill('রহিমা খাতুন');
    await field('email').fill('rahima@example');
    await field('password').fill('correct horse');
    await toEnglish.click();
    await expect(page).toHaveURL(/\d\/register$/);
    await waitUntilHydrated(toBengali);
    expect(await values()).toEqual(['রহিমা খাতুন', 'rahima@example', '']);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('Provide Valid Email')).toBeVisible();
    await expect(page.getByText('Name Is required')).toBeHidden();
    await page.goto('/login');
    await field('email').fill('rahima@example.org');
    await toBengali.click();
    await expect(page).toHaveURL(/\/bn\/login$/);
    await expect(field('email')).toHaveValue('rahima@example.org');
  });

  await page.goto('/about');
  await expect(page).toHaveURL(/\/bn\/about$/);
  // The redirect works even before the scripts have arrived.
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/bn$/);
  await toEnglish.click();
  await expect(page).not.toHaveURL(/\/bn/);
  await page.unrouteAll();
  expect(await languageOf(page)).toBe('en');
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page).not.toHaveURL(/\/bn/);
  for (const address of ['/bn/about', '/about?lang=en']) {
    await page.goto(address);
    const alternates = await page
      .locator('link[rel="alternate"][hreflang]')
      .evaluateAll((links) =>
        links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
      );
    expect(alternates).toEqual([
      ['en', `${site.url}/about`],
      ['bn', `${site.url}/bn/about`],
      ['x-default', `${site.url}/about`],
    ]);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      site.url + address.replace('?lang=en', ''),
    );
    if (address === '/bn/about') await expectBengaliType(page);
  }
  await expect(toBengali).toHaveAttribute('lang', 'bn');
  await expect(toBengali).toHaveAttribute('hreflang', 'bn');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await toBengali.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test.describe('Bengali pages', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('each public page is accessible, fits the window and is entirely in Bengali', async ({ page }) => {
    // /home shows the same page as /.
    for (const address of [...publicPages.filter((path) => path !== '/home'), '/no-such-page'])
      await test.step(address, async () => {
        await page.setViewportSize({ width: 360, height: 900 });
        await page.goto(path(address));
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expectAccessible(page);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        }
        expect(await untranslatedTexts(page)).toEqual([]);
      });
  });
});

/** Expects that Bengali text has a Bengali font, enough line height and no letter spacing. */
async function expectBengaliType(page: Page): Promise<void> {
  for (const part of ['h1', 'h3', 'main p', 'header nav a']) {
    const bengaliText = page
      .locator(part)
      .filter({ hasText: /[\u0980-\u09ff]/ })
      .first();
    await expect(bengaliText).toBeVisible();
    expect(await renderedFonts(page, part)).toContainEqual(
      expect.stringMatching(/^Noto (Sans|Serif) Bengali/),
    );
    const { size, line, spacing } = await bengaliText.evaluate((element) => {
      const style = getComputedStyle(element);
      return {
        size: Number.parseFloat(style.fontSize),
        line: Number.parseFloat(style.lineHeight),
        spacing: style.letterSpacing,
      };
    });
    expect(line / size).toBeGreaterThanOrEqual(1.34);
    expect(spacing).toBe('normal');
  }
}

/** The fonts that the browser renders the element with, from the Chrome DevTools Protocol. */
async function renderedFonts(page: Page, selector: string): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  const { nodeId } = await tools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await tools.send('CSS.getPlatformFontsForNode', { nodeId });
  await tools.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** Names that are the same in every language. */
const names =
  /Blood Buddies|Google|Discord|Twitter|Facebook|iOS|Android|Windows|MacOS|Instagram|YouTube|LinkedIn|WhatsApp|Telegram|Pinterest|English|JavaScript|\b(A|B|AB|O)[+-]/g;

/** Returns the visible and accessible texts of the page that contain Latin letters and are not names. */
async function untranslatedTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const excluded =
      '[lang="en"], [data-from-visitors], [aria-labelledby="sponsors"], script, style, noscript, option';
    const isTranslatable = (element: Element) => !element.closest(excluded);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [document.title];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && isTranslatable(parentElement)) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-roledescription'])
        if (isTranslatable(element)) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  return texts.filter((text) => /[A-Za-z]/.test(text.replace(names, '')));
}
