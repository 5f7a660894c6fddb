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

// Uses its own site, with one center.
test.use({ siteSettings: {} });

const main = (page: Page) => page.getByRole('main');
const letters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode((randomInt(2) ? 65 : 97) + randomInt(26))).join('');
const createDonor = () => ({
  name: `Kz${letters(18)}`,
  phone: `0179${randomInt(1e6, 1e7)}`,
  email: `kz${letters(10).toLowerCase()}@example.org`,
});
/**
 * The texts to search the files for. Names are cut to ten letters from the middle, because Chromium
 * compresses long records of IndexedDB and replaces first and last letters that an earlier name has in
 * common.
 */
const toTexts = (donor: ReturnType<typeof createDonor>) => ({ ...donor, name: donor.name.slice(6, 16) });
const donors = Array.from({ length: 500 }, createDonor);
const walkIn = createDonor();

type Encryptions = { keys: Set<string>; nonces: Set<string> };

/**
 * Opens the profile, and records the keys and nonces that its pages encrypt with. If `isEncrypted` is false,
 * the pages encrypt nothing.
 */
async function openProfile(profile: string, site: Site, isEncrypted: boolean) {
  const context = await chromium.launchPersistentContext(profile, {
    ...(await browserLaunch()),
    baseURL: site.url,
  });
  const used: Encryptions = { keys: new Set(), nonces: new Set() };
  await context.exposeFunction('report', (kind: keyof Encryptions, bytes: number[]) =>
    used[kind].add(Buffer.from(bytes).toString('latin1')),
  );
  await context.addInitScript((encrypts) => {
    const { generateKey, deriveKey, encrypt } = SubtleCrypto.prototype;
    const { report } = globalThis as unknown as { report: (kind: string, bytes: number[]) => unknown };
    Object.assign(SubtleCrypto.prototype, {
      generateKey(...[algorithm, , usages]: Parameters<SubtleCrypto['generateKey']>) {
        return generateKey.call(this, algorithm, true, usages);
      },
      deriveKey(...[algorithm, base, type, , usages]: Parameters<SubtleCrypto['deriveKey']>) {
        return deriveKey.call(this, algorithm, base, type, true, usages);
      },
      async encrypt(...[algorithm, key, data]: Parameters<SubtleCrypto['encrypt']>) {
        if (!encrypts) return data;
        report('keys', [...new Uint8Array(await crypto.subtle.exportKey('raw', key))]);
        report('nonces', [...((algorithm as AesGcmParams).iv as Uint8Array)]);
        return encrypt.call(this as unknown as SubtleCrypto, algorithm, key, data);
      },
    });
    if (!encrypts)
      Object.assign(SubtleCrypto.prototype, {
        decrypt: async (_algorithm: unknown, _key: unknown, data: BufferSource) => data,
      });
  }, isEncrypted);
  return { context, used };
}

/**
 * Works at the door in a new browser profile, online and offline, and closes the browser with changes that
 * were not sent.
 */
async function workShift(
  profile: string,
  site: Site,
  member: Member,
  isEncrypted: boolean,
): Promise<Encryptions> {
  const { context, used } = await openProfile(profile, site, isEncrypted);
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
  await rows.getByRole('button', { name: 'Check in' }).click();
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
  return used;
}

/** Returns how many changes the browser has stored. */
const countUnsent = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('bloodBuddiesStaffUnsent', 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('records').objectStore('records').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.flatMap(({ value }) => value.operations).length);
          };
        };
      }),
  );

/** Sends the unsent changes, signs out and closes the browser. */
async function signOut(profile: string, site: Site): Promise<Encryptions> {
  const { context, used } = await openProfile(profile, site, true);
  const page = await context.newPage();
  await page.goto('/staff/today');
  await main(page).getByRole('searchbox').fill(walkIn.name);
  await expect(
    main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') }),
  ).toHaveCount(2);
  await expect(main(page)).not.toContainText('Not sent yet');
  await expect.poll(() => countUnsent(page)).toBe(0);
  await page.goto('/staff/sign-out');
  await expect(page).toHaveURL(/\/login$/);
  await context.close();
  return used;
}

/** Reads all files of a folder, one character for each byte. */
const readFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));

const decodeBase64 = (file: string): string[] =>
  [...file.matchAll(/[a-z\d+/]{100,}/gi)].map(([text]) => Buffer.from(text, 'base64').toString('latin1'));

/**
 * Returns which texts the files contain in UTF-8, in base64, or in UTF-16, where each letter of the texts has
 * a zero byte beside it.
 */
function findTexts(files: readonly string[], texts: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const bytes of files.flatMap((file) => [file, file.replaceAll('\0', ''), ...decodeBase64(file)]))
    for (const [, match = ''] of bytes.matchAll(/(?=(kz[a-z]{10}@example\.org|[a-z]{10}|0179\d{7}))/gi))
      if (texts.has(match)) found.add(match);
  return found;
}

/** Returns how many of the keys or nonces the files contain. */
const countBytes = (files: readonly string[], wanted: ReadonlySet<string>): number =>
  [...wanted].filter((bytes) => files.some((file) => file.includes(bytes))).length;

test('the files of a stolen device have no name of 500 donors and no key to them, even after signing out', async ({
  site,
  member,
}) => {
  {
    using database = openDatabase(site.dataDir);
    addCenterToday(database, [{ email: member.email, role: 'door' }], donors);
  }
  const texts = new Set([...donors, walkIn].flatMap((donor) => Object.values(toTexts(donor))));
  for (const isEncrypted of [true, false]) {
    const profile = mkdtempSync(join(tmpdir(), 'blood-buddies-profile-'));
    try {
      const used = await workShift(profile, site, member, isEncrypted);
      const files = readFiles(profile);
      const found = findTexts(files, texts);
      if (isEncrypted) {
        expect([...found]).toEqual([]);
        expect(countBytes(files, used.nonces)).toBeGreaterThan(0);
        expect(countBytes(files, used.keys)).toBe(0);
        const usedLater = await signOut(profile, site);
        const remaining = readFiles(profile);
        expect([...findTexts(remaining, texts)]).toEqual([]);
        expect(countBytes(remaining, used.keys.union(usedLater.keys))).toBe(0);
      } else {
        expect(donors.filter((donor) => found.has(toTexts(donor).name)).length).toBeGreaterThan(450);
        for (const text of Object.values(toTexts(walkIn))) expect(found).toContain(text);
      }
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  }
});
