import type { EmailFailure } from '#contract/staff-settings.ts';

/** The fields of nodemailer's errors. `message` may contain the server's text and is not passed on. */
export type SmtpFailure = {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
};

/**
 * The email was not sent, and may be retried. `failure` shows an owner what to correct.
 * @param server host and port
 */
export class SmtpError extends Error {
  override readonly name = 'SmtpError';
  readonly failure: EmailFailure;
  /** The failure for the operator, without the server's text. */
  readonly reason: string;

  constructor(failure: SmtpFailure, server: string) {
    const { code = 'unknown', responseCode = 0, message = '' } = failure;
    const [cause = code] = /\bE[A-Z]{4,}\b/.exec(message) ?? [];
    super(
      responseCode > 0
        ? `The mail server ${server} did not accept the email (${code}, ${responseCode}).`
        : `No email can be sent through the mail server ${server} (${cause}).`,
    );
    this.failure = classifyFailure(failure);
    this.reason = reasons[this.failure](server);
  }
}

const reasons: Record<EmailFailure, (server: string) => string> = {
  'connection-refused': (server) => `connection refused by ${server}`,
  'host-not-found': (server) => `the host of ${server} is not found`,
  timeout: (server) => `no response from ${server} in time`,
  'wrong-password': (server) => `${server} rejects the user name or password`,
  certificate: (server) => `the certificate of ${server} is not valid`,
  encryption: (server) => `${server} does not offer the encryption that is set`,
  rejected: (server) => `${server} rejects our emails`,
  failed: (server) => `${server} does not respond as expected`,
};

/** Codes of responses that require a sign-in or reject it (RFC 4954). */
const signInCodes = [530, 534, 535, 538];

const byCode: Record<string, EmailFailure> = {
  EAUTH: 'wrong-password',
  ENOAUTH: 'wrong-password',
  EDNS: 'host-not-found',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  ETLS: 'encryption',
  EENVELOPE: 'rejected',
  EMESSAGE: 'rejected',
};

/** Nodemailer reports refused connections and TLS errors with one code, so their messages are read. */
const byMessage: [RegExp, EmailFailure][] = [
  [/ECONNREFUSED/, 'connection-refused'],
  [/certificate|altnames|self.signed/i, 'certificate'],
  [/SSL routines|wrong version number/i, 'encryption'],
  [/timed? ?out|E(HOST|NET)UNREACH|ECONN(RESET|ABORTED)/i, 'timeout'],
];

function classifyFailure({ code = '', responseCode = 0, message = '' }: SmtpFailure): EmailFailure {
  if (signInCodes.includes(responseCode)) return 'wrong-password';
  return byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? byCode[code] ?? 'failed';
}

/**
 * Returns whether a 5xx rejects this recipient or content. If the server requires a sign-in or does not relay
 * for us, the settings must be corrected instead. If our account's quota is used up (5.4.5), the email is
 * retried, because the quota will reset.
 */
export function isRejection({ command = '', responseCode = 0, response = '' }: SmtpFailure): boolean {
  const isAboutMessage = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
  const isAboutUs =
    signInCodes.includes(responseCode) || /^\d{3}[ -]5\.4\.5\b/.test(response) || /\brelay/i.test(response);
  return isAboutMessage && !isAboutUs;
}
