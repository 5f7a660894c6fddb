import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeFileAtomic } from '#platform/files/atomic-write.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { createSmsSender, type SmsSender } from './sms.ts';
import type { SendMail } from './smtp.ts';

export type Mailer = { sendMail: SendMail; sendTextMessage: SmsSender };

/**
 * Mails and text messages: by the services that are configured. Without an SMTP server each mail becomes one file in
 * `folder` (by rename, so that nobody reads half of it); a text message too without an SMS service. A file is named by the
 * id of its message, so that one which is delivered twice is one file. Logs name the file only.
 */
export async function createMailer(options: {
  smtpUrl?: string | undefined;
  smsUrl?: string | undefined;
  publicUrl: string;
  folder: string;
  clock: Clock;
  log: Log;
}): Promise<Mailer> {
  const { smtpUrl, smsUrl, folder, clock, log } = options;
  const domain = new URL(options.publicUrl).hostname;
  const from = `Blood Buddies <no-reply@${domain}>`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  async function drop(name: string, content: Uint8Array | string): Promise<void> {
    await writeFileAtomic(join(folder, draftName(name)), join(folder, name), content);
    await syncFolder(folder);
    log.info({ file: name }, 'message written');
  }

  /** Its package is large: it loads with the first mail, or where there is a mail server. */
  const loadSmtp = () => import('./smtp.ts');
  return {
    sendMail: smtpUrl
      ? (await loadSmtp()).createSmtp({ url: smtpUrl, from, domain, clock, log })
      : async (mail, id) => drop(`${id}.eml`, await (await loadSmtp()).writeMail(mail, { from, id, domain })),
    sendTextMessage: smsUrl
      ? createSmsSender({ url: smsUrl, clock, log })
      : ({ phoneNumber, text }, id) => drop(`${id}.sms.json`, JSON.stringify({ phoneNumber, text })),
  };
}

/** Mails and text messages as files name people: whoever wants them has taken them by then. */
const KEPT = days(30);

/** While it is written a message has this name. What keeps it for long is left from a crash, and is written anew. */
const draftName = (name: string): string => `.${name}`;
const KEPT_DRAFT = hours(1);

/** Removes messages that were written into the folder long ago. */
export function removeOldMessages(folder: string, clock: Clock): Job {
  async function run(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Somebody else may have taken it away.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < clock() - (name.startsWith('.') ? KEPT_DRAFT : KEPT)) await rm(path, { force: true });
    }
  }
  return { name: 'remove old messages', everyMs: hours(6), run };
}
