import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The link of the newest mail to that address whose page it leads to has this mode. */
export async function mailedLink(dataDir: string, email: string, mode: string): Promise<string> {
  const find = () =>
    read(dataDir, '.eml')
      .map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='))
      .filter((mail) => mail.includes(email))
      .flatMap((mail) => /https?:\/\/\S+\/account\/action\?[^\s"<]+/.exec(mail)?.[0] ?? [])
      .findLast((link) => link.includes(`mode=${mode}`));
  await expect.poll(find).toBeTruthy();
  return find() ?? '';
}

/** The code of the newest text to that number; `than`: one that came before and is not meant. */
export async function textedCode(dataDir: string, phoneNumber: string, than?: string): Promise<string> {
  const find = () =>
    read(dataDir, '.sms.json')
      .map((text) => JSON.parse(text) as { phoneNumber: string; text: string })
      .filter((text) => text.phoneNumber === phoneNumber)
      .flatMap(({ text }) => /\d{6}/.exec(text)?.[0] ?? [])
      .findLast((code) => code !== than);
  await expect.poll(find).toBeTruthy();
  return find() ?? '';
}

/** The files of the outbox, the oldest first: their names begin with the instant. */
const read = (dataDir: string, ending: string): string[] =>
  readdirSync(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
    .toSorted()
    .map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'));
