import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { browserLaunch } from './support/browser.ts';
import { goOffline } from './support/connection.ts';
import { type Member, signInThroughApi } from './support/member.ts';
import type { Site } from './support/site.ts';
import { addCenterToday, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

// A site of its own, with one center.
test.use({ siteSettings: {} });

const main = (page: Page) => page.getByRole('main');
const letters = () => Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
const createDonor = () => ({
  name: `Kz${letters()}`,
  phone: `0179${randomInt(1e6, 1e7)}`,
  email: `kz${letters()}@example.org`,
});
const donors = Array.from({ length: 500 }, createDonor);
const walkIn = createDonor();

/** Works at the door in a new browser profile, online and offline. */
async function workShift(profile: string, site: Site, member: Member, isEncrypted: boolean): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    ...(await browserLaunch()),
    baseURL: site.url,
  });
  if (!isEncrypted)
    await context.addInitScript(() => {
      const plain = async (_algorithm: unknown, _key: unknown, data: BufferSource) => data;
      Object.assign(SubtleCrypto.prototype, { encrypt: plain, decrypt: plain });
    });
  await signInThroughApi(context, site, member);
  giveSecondFactor(site.dataDir);
  const page = await context.newPage();
  await page.goto('/staff/today');
  const rows = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') });
  await main(page)
    .getByRole('searchbox')
    .fill(donors[isEncrypted ? 0 : 1]?.name ?? '');
  const stored = page.waitForResponse(/\/api\/staff\/appointments\/.*\/status$/);
  await rows.getByRole('button', { name: 'Arrived' }).click();
  await expect(rows.getByRole('button', { name: 'Undo' })).toBeVisible();
  await stored;
  await expect(rows).not.toContainText('Not sent yet');
  await goOffline(context);
  for (const contact of [walkIn.phone, walkIn.email]) {
    await main(page).getByRole('button', { name: 'Add a walk-in' }).click();
    await main(page).getByLabel('Name', { exact: true }).fill(walkIn.name);
    await main(page).getByLabel('Blood group').selectOption('AB-');
    await main(page).getByLabel('Phone or email').fill(contact);
    await main(page).getByRole('button', { name: 'Add', exact: true }).click();
  }
  await expect(main(page)).toContainText('2 changes are stored on this device');
  await context.close();
}

/** Returns which texts the files contain in UTF-8 or UTF-16, which has a zero byte beside each of these letters. */
function searchFolder(folder: string, texts: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name), 'latin1');
    for (const text of [bytes, bytes.replaceAll('\0', '')])
      for (const [match] of text.matchAll(/kz[a-z]{10}@example\.org|Kz[a-z]{10}|0179\d{7}/g))
        if (texts.has(match)) found.add(match);
  }
  return found;
}

test('the browser profile of a stolen device has no name, phone or address of 500 donors; without encryption it has', async ({
  site,
  member,
}) => {
  {
    using database = openDatabase(site.dataDir);
    addCenterToday(database, [{ email: member.email, role: 'door' }], donors);
  }
  const texts = new Set([...donors, walkIn].flatMap((donor) => Object.values(donor)));
  for (const isEncrypted of [true, false]) {
    const profile = mkdtempSync(join(tmpdir(), 'blood-buddies-profile-'));
    try {
      await workShift(profile, site, member, isEncrypted);
      const found = searchFolder(profile, texts);
      if (isEncrypted) expect([...found]).toEqual([]);
      else {
        expect(donors.filter(({ name }) => found.has(name)).length).toBeGreaterThan(450);
        for (const text of Object.values(walkIn)) expect(found).toContain(text);
      }
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }
});
