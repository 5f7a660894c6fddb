import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { Email } from '#platform/messages.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, seconds } from '#platform/time.ts';
import { isRejection, SmtpError, type SmtpFailure } from './smtp-failure.ts';

/**
 * Sends an email. `id` is the same for each attempt. `confirm` is called immediately before the content is
 * sent.
 * @throws RejectedError or ExpiredError if a further attempt would be useless
 */
export type SendMail = (email: Email, id: string, confirm?: ConfirmClaim) => Promise<void>;

/**
 * Time limit for one email. The timeouts below restart with each received byte. The outbox waits a little
 * longer.
 */
const EMAIL_TIMEOUT_MS = seconds(45);
const timeoutMs = {
  dnsTimeout: seconds(10),
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  socketTimeout: seconds(20),
};
const shortTimeoutMs = {
  dnsTimeout: seconds(3),
  connectionTimeout: seconds(3),
  greetingTimeout: seconds(3),
  socketTimeout: seconds(4),
};

/**
 * Sends emails through the server at `url` (`smtp://user:password@host:587?...`, with nodemailer's options as
 * the query). Logs and errors contain neither address nor text.
 */
export function createSmtp(options: {
  url: string;
  from: string;
  domain: string;
  clock: Clock;
  log: Log;
  /** Time limit for one email, in ms. */
  emailTimeoutMs?: number;
}): SendMail {
  const { from, domain, clock, log, emailTimeoutMs = EMAIL_TIMEOUT_MS } = options;
  const address = addTimeouts(options.url);

  return async ({ goodUntil, senderName, ...email }, id, confirm) => {
    if (goodUntil !== undefined && goodUntil <= clock()) {
      log.warn({ id }, 'email expired and was not sent');
      throw new ExpiredError('Its link has expired.');
    }
    // One transport per email, because the confirmation is valid for one email.
    const guard = confirm && guardContent(confirm);
    const transport = createTransport(address);
    if (guard) transport.use('stream', guard.plugin);
    try {
      await transport.sendMail({
        from: toSender(from, senderName),
        ...email,
        messageId: createMessageId(id, domain),
        headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
        signal: AbortSignal.timeout(emailTimeoutMs),
      });
    } catch (error) {
      if (guard?.failure) throw guard.failure;
      const { command = '', responseCode = 0 } = error as SmtpFailure;
      if (!isRejection(error as SmtpFailure))
        throw new SmtpError(error as SmtpFailure, hostAndPort(options.url));
      log.warn({ id, status: responseCode }, 'email rejected by the mail server: npm run cli -- outbox');
      throw new RejectedError(`The mail server responded with ${responseCode} to ${command}.`);
    }
  };
}

/**
 * Connects and signs in, without sending an email. Returns host and port.
 * @throws SmtpError
 */
export async function trySmtp(url: string): Promise<string> {
  const server = hostAndPort(url);
  const transport = createTransport(addTimeouts(url, shortTimeoutMs));
  try {
    await transport.verify();
  } catch (error) {
    throw new SmtpError(error as SmtpFailure, server);
  } finally {
    transport.close();
  }
  return server;
}

/** As an object, because nodemailer then quotes or encodes any name. */
const toSender = (address: string, name: string | undefined) =>
  name === undefined ? address : { name, address };

/** Creates the same id for each attempt, so that mail servers and programs show a repeated email once. */
const createMessageId = (id: string, domain: string): string => `<${id}@${domain}>`;

type StreamPlugin = Parameters<Transporter['use']>[1];

/**
 * Confirms the claim between the server's 354 response to DATA and the first byte of the content. This is the
 * last moment to stop an email, because servers discard an email without an end.
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

/** Returns the email as the content of an .eml file. */
export async function createEmlFile(
  { to, replyTo, senderName, subject, text, html, headers = {} }: Email,
  { from, id, domain }: { from: string; id: string; domain: string },
): Promise<Buffer> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const messageId = createMessageId(id, domain);
  const sender = toSender(from, senderName);
  const content = { subject, text, html, headers, messageId };
  const { message } = await writer.sendMail({ from: sender, replyTo, to, ...content });
  return message as Buffer;
}

function hostAndPort(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

function addTimeouts(address: string, timeouts = timeoutMs): string {
  const url = new URL(address);
  for (const [name, ms] of Object.entries(timeouts)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}
