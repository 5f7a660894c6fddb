import type { Log } from '#platform/logs.ts';
import type { Clock } from '#platform/time.ts';
import { createMessenger } from '#server/third-parties/mail.ts';
import { createTextMessages } from '#server/third-parties/text-messages.ts';
import type { Config } from './config.ts';

type Options = { config: Config; clock: Clock; log: Log };

/** Mails and text messages: by the services that are configured, else into the outbox folder. */
export async function openMessenger({ config, clock, log }: Options) {
  const domain = new URL(config.publicUrl).hostname;
  const from = `Blood Buddies <no-reply@${domain}>`;
  const { production, smtpUrl, smsUrl, outboxDir: folder } = config;
  if (production && !smtpUrl)
    log.warn('SMTP_URL is not set: no email reaches anybody; each is written to a file in DATA_DIR/outbox');
  return createMessenger({
    sendMail: smtpUrl ? await openSmtp({ url: smtpUrl, from, domain, clock, log }) : undefined,
    sendTextMessage: smsUrl ? createTextMessages({ url: smsUrl, clock, log }) : undefined,
    from,
    domain,
    folder,
    log,
  });
}

/** Its package is large: it loads where there is a mail server. */
async function openSmtp(options: Parameters<typeof import('#server/third-parties/smtp.ts').createSmtp>[0]) {
  const { createSmtp } = await import('#server/third-parties/smtp.ts');
  return createSmtp(options);
}
