import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** Returns the account link of this mode from the newest email to the address. */
export async function emailedLink(dataDir: string, email: string, mode: string): Promise<string> {
  const linkIn = ({ text = '' }: Email): string =>
    /https?:\/\/\S+\/account\/action\?\S+/.exec(text)?.[0] ?? '';
  const message = await newestEmail(dataDir, email, (message) => linkIn(message).includes(`mode=${mode}`));
  return linkIn(message);
}

/** Waits for an email to the address that matches, and returns the newest one. */
export async function newestEmail(
  dataDir: string,
  email: string,
  matches: (message: Email) => boolean = () => true,
): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(async () => {
      const messages = await Promise.all(
        readOutbox(dataDir, '.eml').map((message) => PostalMime.parse(message)),
      );
      found = messages.findLast(
        (message) => message.to?.some(({ address }) => address === email) && matches(message),
      );
      return found;
    })
    .toBeTruthy();
  return found as Email;
}

/** Waits for a text message to the number and returns the newest code that is not `earlierCode`. */
export async function textMessageCode(
  dataDir: string,
  phoneNumber: string,
  earlierCode?: string,
): Promise<string> {
  const find = () =>
    readOutbox(dataDir, '.sms.json')
      .map((text) => JSON.parse(text) as { phoneNumber: string; text: string })
      .filter((text) => text.phoneNumber === phoneNumber)
      .flatMap(({ text }) => /\d{6}/.exec(text)?.[0] ?? [])
      .findLast((code) => code !== earlierCode);
  await expect.poll(find).toBeTruthy();
  return find() ?? '';
}

/** Reads the files of the outbox, oldest first: their names begin with a timestamp. */
export const readOutbox = (dataDir: string, ending: string): string[] =>
  readdirSync(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
    .toSorted()
    .map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'));
