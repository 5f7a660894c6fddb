import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { startEmailServer } from '#platform/testing/email-server.ts';
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

test('emails come from the address in SMTP_URL, and replies go to the contact address', async () => {
  await using server = await startEmailServer({ authOptional: true });
  const mailer = await createMailer({
    smtpUrl: `smtp://127.0.0.1:${server.port}?from=donors%40example.org&ignoreTLS=true`,
    publicUrl: 'https://blood.example',
    folder: temporaryFolder(),
    clock: () => 0,
    log: createLog('silent'),
  });
  await mailer.sendMail({ ...email, replyTo: 'help@example.org' }, 'id');
  const [sent] = server.received;
  expect(sent?.from).toBe('donors@example.org');
  expect(sent?.content).toMatch(/^From: Blood Buddies <donors@example\.org>\r$/m);
  expect(sent?.content).toMatch(/^Reply-To: help@example\.org\r$/m);
});

test.each([
  'Donneurs de Sang "Dakar", Sénégal',
  'O\'Neil <a@b.example>, "x\\" (y); z: w',
  'সন্ধানী 🩸 '.repeat(6).trim(),
  'متبرعو الدم',
])('an email comes from a site of any name: %s', async (senderName) => {
  const folder = temporaryFolder();
  const options = { publicUrl: 'https://blood.example', folder, clock: () => 0, log: createLog('silent') };
  const mailer = await createMailer(options);
  await mailer.sendMail({ ...email, senderName: `${senderName}\r\n` }, 'id');
  const parsed = await PostalMime.parse(await readFile(join(folder, 'id.eml')));
  expect(parsed.from).toEqual({ name: senderName, address: 'no-reply@blood.example' });
  expect(parsed.to).toMatchObject([{ address: email.to }]);
});

test('a line break in the name of a site adds no header', async () => {
  const folder = temporaryFolder();
  const options = { publicUrl: 'https://blood.example', folder, clock: () => 0, log: createLog('silent') };
  const mailer = await createMailer(options);
  const name = 'Dakar\r\nBcc: all@example.org';
  await mailer.sendMail({ ...email, senderName: name, subject: `Your receipt from ${name}` }, 'id');
  const { headers, from, bcc } = await PostalMime.parse(await readFile(join(folder, 'id.eml')));
  expect(from?.name).toBe('Dakar Bcc: all@example.org');
  expect(bcc).toBeUndefined();
  expect(headers.map(({ key }) => key)).not.toContain('bcc');
});

test('an email file has the contact address too, if there is one', async () => {
  const folder = temporaryFolder();
  const options = { publicUrl: 'https://blood.example', folder, clock: () => 0, log: createLog('silent') };
  const { sendMail } = await createMailer(options);
  await sendMail({ ...email, replyTo: 'help@example.org' }, 'with');
  await sendMail(email, 'without');
  expect(await readFile(join(folder, 'with.eml'), 'utf8')).toContain('Reply-To: help@example.org\n');
  expect(await readFile(join(folder, 'without.eml'), 'utf8')).not.toContain('Reply-To');
});

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
