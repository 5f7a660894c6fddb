import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** The link of the newest mail to that address whose page it leads to has this mode. */
export async function emailedLink(dataDir: string, email: string, mode: string): Promise<string> {
  const linkIn = ({ text = '' }: Email): string =>
    /https?:\/\/\S+\/account\/action\?\S+/.exec(text)?.[0] ?? '';
  const mail = await newestEmail(dataDir, email, (mail) => linkIn(mail).includes(`mode=${mode}`));
  return linkIn(mail);
}

/** The newest mail to that address that is the one meant, once it has come. */
export async function newestEmail(
  dataDir: string,
  email: string,
  isMeant: (mail: Email) => boolean = () => true,
): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(async () => {
      const mails = await Promise.all(read(dataDir, '.eml').map((mail) => PostalMime.parse(mail)));
      found = mails.findLast((mail) => mail.to?.some(({ address }) => address === email) && isMeant(mail));
      return found;
    })
    .toBeTruthy();
  return found as Email;
}

/** The code of the newest text to that number; `than`: one that came before and is not meant. */
export async function textMessageCode(dataDir: string, phoneNumber: string, than?: string): Promise<string> {
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
