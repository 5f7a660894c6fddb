import * as z from 'zod/mini';
import { cardProviders } from './config.ts';
import { isEmailAddress } from './email-address.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';

/**
 * `tls`: encrypted from the start. `starttls`: encrypted after the greeting. `none`: encrypted only if
 * offered.
 */
export const emailEncryptions = ['tls', 'starttls', 'none'] as const;

/** A part of a host name between dots. */
const HOST_LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/** Returns the host as URLs write it, with brackets around an IPv6 address. */
export const formatHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Returns whether the text is a host name, an IPv4 or an IPv6 address. */
function isHost(host: string): boolean {
  try {
    // Parse an http URL, because only that converts numbers such as 0 and 1.2 to the IPv4 addresses they
    // mean.
    const { hostname } = new URL(`http://${formatHost(host)}`);
    if (host.includes(':')) return hostname.startsWith('[');
    return hostname === host.toLowerCase() && host.split('.').every((label) => HOST_LABEL.test(label));
  } catch {
    return false;
  }
}

const line = z.string().check(maxLengthCheck(255), z.refine(isSingleLine, multipleLinesMessage));

/** The server that sends the site's emails, without its password. */
const PublicEmailServer = z.object({
  host: z
    .string()
    .check(
      z.trim(),
      minLengthCheck(1, 'Enter the name of the email server'),
      maxLengthCheck(253, 'Enter a name with at most 253 characters'),
      z.refine(isHost, 'Enter a name such as smtp.example.org, without https:// and port'),
    ),
  port: z
    .number('Enter a port number')
    .check(
      z.int('Enter a port number'),
      z.minimum(1, 'Enter a port number'),
      z.maximum(65_535, 'Enter a port number'),
    ),
  encryption: z.enum(emailEncryptions),
  /** If absent, the site does not sign in to the server. */
  user: z.optional(line),
  /** The address that emails come from. */
  from: z
    .string()
    .check(
      z.trim(),
      maxLengthCheck(MAX_EMAIL_LENGTH, 'Enter a shorter address'),
      z.refine(isEmailAddress, 'Enter an email address'),
    ),
});
export const EmailServer = z.extend(PublicEmailServer, {
  /** If absent, the stored password is kept, provided that host, port, encryption and user are unchanged. */
  password: z.optional(line),
});
export type EmailServer = z.infer<typeof EmailServer>;

/** Why the email server did not accept an email. */
export const emailFailures = [
  'connection-refused',
  'host-not-found',
  'timeout',
  'wrong-password',
  'certificate',
  'encryption',
  'rejected',
  'failed',
] as const;
export type EmailFailure = (typeof emailFailures)[number];

/**
 * `environment`: SMTP_URL. `page`: set by an owner. `files`: neither is set, so emails are files on the
 * server.
 */
const emailSource = z.enum(['environment', 'page', 'files']);

/**
 * Only owners have access, because the email server receives every email, and with it every link to reset a
 * password.
 */
const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

export const getSettings = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/settings',
  summary: 'Returns the settings of the site, without secrets.',
  response: z.object({
    address: z.string(),
    version: z.string(),
    email: z.object({
      source: emailSource,
      /** Present only if `source` is `page`. */
      server: z.optional(PublicEmailServer),
      hasPassword: z.boolean(),
      /** When a test email was accepted with these settings (ISO 8601). */
      testedAt: z.optional(z.string()),
    }),
    cards: z.enum(cardProviders),
    /** Present if appointments cost nothing, and nobody has ever paid. */
    withoutPayments: z.optional(z.literal(true)),
    images: z.enum(['built-in', 'hosted']),
    identity: z.enum(['built-in', 'firebase']),
    database: z.enum(['sqlite', 'postgresql']),
  }),
});

export const setEmailServer = staffEndpoint(ownerOnly, {
  method: 'PUT',
  path: '/staff/settings/email',
  summary: 'Sets the email server, which is used from the next email on. 409 while SMTP_URL is set.',
  body: EmailServer,
  errorStatuses: [422],
});

export const removeEmailServer = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/settings/email',
  summary: 'Removes the email server. Emails are then files on the server. 409 while SMTP_URL is set.',
});

export const sendTestEmail = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/settings/email/test',
  summary: "Sends an email to the caller's address and reports whether the email server accepted it.",
  body: z.object({}),
  response: z.object({ outcome: z.enum(['sent', 'not-set-up', ...emailFailures]) }),
  errorStatuses: [422, 429],
});

/** `legal`: a page with the privacy policy or the terms. */
export const firstContents = ['identity', 'contact', 'legal', 'campaign', 'fee'] as const;

export const getChecklist = staffEndpoint(
  { roles: ['owner'], secondFactor: false },
  {
    method: 'GET',
    path: '/staff/checklist',
    summary: 'Returns the parts of the site that are set up.',
    response: z.object({
      email: z.object({ source: emailSource, isTested: z.boolean() }),
      hasCenter: z.boolean(),
      /** True if another person has a role or an invitation. */
      hasColleague: z.boolean(),
      /** What the owner has published of the content that a new site needs first. */
      published: z.array(z.enum(firstContents)),
    }),
  },
);
