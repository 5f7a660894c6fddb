import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toSingleLine } from '#contract/single-line.ts';
import { defaultSiteName } from '#contract/site-name.ts';
import { syncFolder, writeFileAtomic } from '#platform/files/atomic-write.ts';
import type { Job } from '#platform/job.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { createSmsSender, type SmsSender } from './sms.ts';
import type { SendMail } from './smtp.ts';

export type Mailer = { sendMail: SendMail; sendTextMessage: SmsSender };

/** An email server set by an owner: its address as in SMTP_URL, and the address that emails come from. */
export type SmtpServer = { url: string; from: string };

export type EmailServers = {
  /** May contain the sender: `smtp://mail.example?from=donors@example.org`. */
  smtpUrl?: string | undefined;
  /** Called for each email, so that an owner's change takes effect immediately on every server. */
  readSmtpServer?: (() => Promise<SmtpServer | undefined>) | undefined;
};

/**
 * Connects to the email server and signs in. Returns its host and port, or undefined if none is configured.
 * @throws SmtpError
 */
export async function tryEmailServer({ smtpUrl, readSmtpServer }: EmailServers): Promise<string | undefined> {
  const url = smtpUrl === undefined ? (await readSmtpServer?.())?.url : readSmtpUrl(smtpUrl).url;
  return url === undefined ? undefined : (await import('./smtp.ts')).trySmtp(url);
}

/**
 * Sends emails and text messages through the configured services. SMTP_URL takes precedence over an owner's
 * email server. Without a service, writes each message atomically to a file in `folder`, named by its id, so
 * that a repeated delivery writes the same file. Logs contain only that name.
 */
export async function createMailer(
  options: EmailServers & {
    smsUrl?: string | undefined;
    publicUrl: string;
    folder: string;
    clock: Clock;
    log: Log;
  },
): Promise<Mailer> {
  const { readSmtpServer = async () => undefined, smsUrl, folder, clock, log } = options;
  const environment = options.smtpUrl === undefined ? undefined : readSmtpUrl(options.smtpUrl);
  const domain = new URL(options.publicUrl).hostname;
  const from = environment?.from ?? `no-reply@${domain}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  async function writeMessage(name: string, content: Uint8Array | string): Promise<void> {
    await writeFileAtomic(join(folder, draftName(name)), join(folder, name), content);
    await syncFolder(folder);
    log.info({ file: name }, 'message written');
  }

  /** Loads the large package with the first email, or at startup if SMTP_URL is set. */
  const loadSmtp = () => import('./smtp.ts');
  const sendFromEnvironment =
    environment && (await loadSmtp()).createSmtp({ url: environment.url, from, domain, clock, log });

  const sendFromSettings: SendMail = async (email, id, confirm) => {
    const server = await readSmtpServer();
    const { createSmtp, createEmlFile } = await loadSmtp();
    if (!server) return writeMessage(`${id}.eml`, await createEmlFile(email, { from, id, domain }));
    const { url, from: address } = server;
    return createSmtp({ url, from: address, domain, clock, log })(email, id, confirm);
  };
  const send = sendFromEnvironment || sendFromSettings;
  return {
    sendMail: (email, id, confirm) =>
      send({ ...email, senderName: toSingleLine(email.senderName ?? defaultSiteName) }, id, confirm),
    sendTextMessage: smsUrl
      ? createSmsSender({ url: smsUrl, clock, log })
      : ({ phoneNumber, text }, id) => writeMessage(`${id}.sms.json`, JSON.stringify({ phoneNumber, text })),
  };
}

/** Returns SMTP_URL without its sender, which is not an option of the connection. */
function readSmtpUrl(smtpUrl: string): { url: string; from: string | undefined } {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? undefined;
  url.searchParams.delete('from');
  return { url: url.href, from };
}

/** Message files contain personal data, so they are deleted. */
const RETENTION_MS = days(30);

/**
 * Returns the name of a message file while it is being written. A draft left by a crash is deleted after an
 * hour, and its message is written again.
 */
const draftName = (name: string): string => `.${name}`;
const DRAFT_RETENTION_MS = hours(1);

/** Returns the job that deletes old message files. */
export function removeOldMessages(folder: string, clock: Clock): Job {
  async function run(): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // The file may have been removed in the meantime.
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < clock() - (name.startsWith('.') ? DRAFT_RETENTION_MS : RETENTION_MS))
        await rm(path, { force: true });
    }
  }
  return { name: 'delete-old-message-files', everyMs: hours(6), run };
}
