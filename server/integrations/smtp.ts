import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { Email } from '#platform/messages.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, seconds } from '#platform/time.ts';

/**
 * `id` is the same at each attempt. `confirm` is called immediately before the email is handed over.
 * @throws RejectedError, ExpiredError; any other error means that the email is to be tried again
 */
export type SendMail = (mail: Email, id: string, confirm?: ConfirmClaim) => Promise<void>;

/** All of it: the single times below begin anew with each byte that comes. The outbox waits for a little longer. */
const PATIENCE = seconds(45);
const timeoutMs = {
  dnsTimeout: seconds(10),
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  socketTimeout: seconds(20),
};

type Failure = { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * Sends mail through the server at `url` (`smtp://user:password@host:587?...`, nodemailer's options as the query). Logs
 * and errors name neither address nor text.
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
  const address = withPatience(options.url);

  return async ({ goodUntil, ...mail }, id, confirm) => {
    if (goodUntil !== undefined && goodUntil <= clock()) {
      log.warn({ id }, 'mail given up: its link is no longer good');
      throw new ExpiredError('Its link has expired.');
    }
    // Its own transport: the confirmation of one email must not hold for another.
    const guard = confirm && guardContent(confirm);
    const transport = createTransport(address);
    if (guard) transport.use('stream', guard.plugin);
    try {
      await transport.sendMail({
        from,
        ...mail,
        messageId: messageIdOf(id, domain),
        headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
        signal: AbortSignal.timeout(most),
      });
    } catch (error) {
      if (guard?.failure) throw guard.failure;
      const { code = 'unknown', command = '', responseCode = 0 } = error as Failure;
      if (!isRejection(error as Failure))
        throw new Error(`The mail server did not take the mail (${code}, ${responseCode}).`);
      log.warn({ id, status: responseCode }, 'email rejected by the mail server: npm run cli -- outbox');
      throw new RejectedError(`The mail server answered ${responseCode} to ${command}.`);
    }
  };
}

/** The same at every attempt, so that mail servers and programs show an email that arrives twice as one. */
const messageIdOf = (id: string, domain: string): string => `<${id}@${domain}>`;

/** A 5xx about this recipient or content. A quota of our account (5.4.5) is over tomorrow, so it is tried again. */
function isRejection({ command = '', responseCode = 0, response = '' }: Failure): boolean {
  const isAboutMessage = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
  return isAboutMessage && !/^\d{3}[ -]5\.4\.5\b/.test(response);
}

type StreamPlugin = Parameters<Transporter['use']>[1];

/**
 * Confirms between the server's answer to DATA (354) and the first byte of content, which is the last moment at which
 * an email can be held back: the server discards one that does not end.
 */
function guardContent(confirm: ConfirmClaim) {
  const guard: { plugin: StreamPlugin; failure?: unknown } = {
    plugin({ message }, done) {
      const read = message.createReadStream.bind(message);
      message.createReadStream = () => Readable.from(confirmed(read)) as ReturnType<typeof read>;
      done();
    },
  };
  async function* confirmed(read: () => Readable) {
    try {
      await confirm();
    } catch (error) {
      guard.failure = error;
      throw error;
    }
    yield* read();
  }
  return guard;
}

/** The mail as a file that mail programs open. */
export async function writeMail(
  { to, subject, text, html, headers = {} }: Email,
  { from, id, domain }: { from: string; id: string; domain: string },
): Promise<Buffer> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const messageId = messageIdOf(id, domain);
  const { message } = await writer.sendMail({ from, to, subject, text, html, headers, messageId });
  return message as Buffer;
}

function withPatience(address: string): string {
  const url = new URL(address);
  for (const [name, ms] of Object.entries(timeoutMs)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}
