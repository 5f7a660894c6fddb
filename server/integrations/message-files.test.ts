import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createMailer, removeOldMessages } from './email.ts';

const { disk, simulateFullDisk } = await vi.hoisted(() => import('#platform/testing/full-disk.ts'));
vi.mock('node:fs/promises', async (original) => simulateFullDisk(await original()));

const email = {
  to: 'rahim@example.org',
  subject: 'Your receipt',
  text: 'Thank you.',
  html: '<p>Thank you.</p>',
};

test('rejects a message when the disk is full, leaves no partial file, and accepts it later', async () => {
  const folder = temporaryFolder();
  const mailer = await createMailer({
    publicUrl: 'https://example.org',
    folder,
    clock: () => 0,
    log: createLog('silent'),
  });
  disk.full = true;
  await expect(mailer.sendMail(email, 'id')).rejects.toThrow('ENOSPC');
  expect(await readdir(folder)).toEqual([]);
  disk.full = false;
  await mailer.sendMail(email, 'id');
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[^.].*\.eml$/)]);
  expect(await readFile(join(folder, 'id.eml'), 'utf8')).toContain('Message-ID: <id@example.org>\n');
  // A server that crashed after writing the file delivers the message again.
  await mailer.sendMail(email, 'id');
  expect(await readdir(folder)).toHaveLength(1);
});

test('deletes drafts after an hour and messages after thirty days', async () => {
  const folder = temporaryFolder();
  const now = 1_795_000_000;
  const day = 86_400;
  const hour = 3600;
  const ages = { '.half.eml': hour + 1, '.young.eml': hour, 'old.eml': 30 * day + 1, 'kept.eml': 30 * day };
  for (const [name, age] of Object.entries(ages)) {
    const path = join(folder, name);
    await writeFile(path, 'text');
    await utimes(path, now - age, now - age);
  }
  await mkdir(join(folder, 'somebody else’s'));
  await removeOldMessages(folder, () => now * 1000).run();
  expect((await readdir(folder)).toSorted()).toEqual(['.young.eml', 'kept.eml', 'somebody else’s']);
});
