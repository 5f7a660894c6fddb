import { createTransport } from 'nodemailer';
import type { Log } from '#platform/logs.ts';
import type { Mail } from '#platform/messages.ts';
import { type Clock, seconds } from '#platform/time.ts';

/** Throws when the mail is to be tried again. `id` is the same at each try. */
export type SendMail = (mail: Mail, id: string) => Promise<void>;

/** All of it: the single times below begin anew with each byte that comes. The outbox waits for a little longer. */
const PATIENCE = seconds(45);
const patience = {
  dnsTimeout: seconds(10),
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  socketTimeout: seconds(20),
};

type Failure = { code?: string; command?: string; responseCode?: number };

/**
 * Sends mail through the server at `url` (`smtp://user:password@host:587?...`, nodemailer's options as the query). A
 * mail whose recipient or content is refused for good is given up, and so is one whose link has run out; logs and
 * errors name neither address nor text.
 */
export function createSmtp(options: {
  url: string;
  from: string;
  domain: string;
  clock: Clock;
  log: Log;
  /** How long one mail may take, in ms. */
  most?: number;
}): SendMail {
  const { from, domain, clock, log, most = PATIENCE } = options;
  const transport = createTransport(withPatience(options.url));

  return async ({ goodUntil, ...mail }, id) => {
    if (goodUntil !== undefined && goodUntil <= clock()) {
      log.warn({ id }, 'mail given up: its link is no longer good');
      return;
    }
    try {
      await transport.sendMail({
        from,
        ...mail,
        // Of a mail that comes twice, mail programs show one.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        signal: AbortSignal.timeout(most),
      });
    } catch (error) {
      const { code = 'unknown', command = '', responseCode = 0 } = error as Failure;
      const refused = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
      if (!refused) throw new Error(`The mail server did not take the mail (${code}, ${responseCode}).`);
      log.warn({ id, status: responseCode }, 'mail given up: the server refused it');
    }
  };
}

/** The mail as a file that mail programs open. */
export async function writeMail(
  { to, subject, text, html, headers = {} }: Mail,
  from: string,
): Promise<Buffer> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await writer.sendMail({ from, to, subject, text, html, headers });
  return message as Buffer;
}

function withPatience(address: string): string {
  const url = new URL(address);
  for (const [name, ms] of Object.entries(patience)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}
