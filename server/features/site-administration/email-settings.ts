import type { EmailFailure, EmailServer } from '#contract/staff-settings.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import { seconds, withTimeout } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Db } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { readLanguage } from '#server/features/users/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { SmtpError } from '#server/integrations/smtp-failure.ts';
import { renderTestEmail } from './email.ts';
import type { EmailServerStore, StoredServer } from './email-server.ts';
import { readStoredServer, removeServer, replaceServer, storeServer } from './email-server-repository.ts';

export const MAX_TEST_EMAILS: RateLimit = { points: 20, seconds: 3600 };

/** Less than the browser's request timeout (30 s, web/api/client.ts). */
const TEST_TIMEOUT_MS = seconds(20);

/** The stored email server, and the operator's settings that limit what an owner can set. */
export type EmailOptions = {
  servers: EmailServerStore;
  /** Whether SMTP_URL is set, which takes precedence over an owner's settings. */
  isSetByOperator: boolean;
  /** Whether a connection to this host may be unencrypted. */
  canBeUnencrypted: (host: string) => boolean;
};

/** Returns whether an email server is configured. If not, emails are written to files on the server. */
export const sendsEmail = async (db: Db, settings: Pick<EmailOptions, 'isSetByOperator'>): Promise<boolean> =>
  settings.isSetByOperator || (await readStoredServer(db)) !== undefined;

/** @throws AppError email-set-by-operator (409), invalid-fields (422) */
export async function setEmailServer(
  core: Core,
  options: EmailOptions,
  by: StaffMember,
  entered: EmailServer,
): Promise<void> {
  if (options.isSetByOperator) throw new AppError('email-set-by-operator');
  const { password: _, ...rest } = entered;
  const password = await choosePassword(options, entered);
  if (entered.encryption === 'none' && !options.canBeUnencrypted(entered.host))
    throw new AppError('invalid-fields', {
      fields: {
        encryption: 'Choose an encryption. The password would be readable on the way to this server',
      },
    });
  const value = await options.servers.encrypt({ ...rest, ...(password && { password }) });
  await withStaffLog(core, by, async (trx, log) => {
    await storeServer(trx, value);
    await log({ action: 'set email server', people: [] });
  });
  for (const kind of ['email', 'email-if-confirmed']) await core.outbox.retryNow(kind);
}

/**
 * Returns the entered password, or the stored one if account and server are unchanged, because the stored
 * password must not be sent to another server.
 */
async function choosePassword({ servers }: EmailOptions, entered: EmailServer): Promise<string | undefined> {
  if (!entered.user) return undefined;
  if (entered.password) return entered.password;
  const stored = (await servers.read())?.server;
  if (stored?.password && isSameAccount(stored, entered)) return stored.password;
  throw new AppError('invalid-fields', { fields: { password: 'Enter the password of this account' } });
}

const isSameAccount = (one: StoredServer, other: EmailServer): boolean =>
  (['host', 'port', 'encryption', 'user'] as const).every((name) => one[name] === other[name]);

/** @throws AppError email-set-by-operator (409), not-found (404) */
export async function removeEmailServer(core: Core, options: EmailOptions, by: StaffMember): Promise<void> {
  if (options.isSetByOperator) throw new AppError('email-set-by-operator');
  await withStaffLog(core, by, async (trx, log) => {
    if (!(await removeServer(trx))) throw new AppError('not-found');
    await log({ action: 'remove email server', people: [] });
  });
}

/**
 * Sends an email to the caller's own address now, without the outbox.
 * @throws AppError too-many-requests (429)
 */
export async function sendTestEmail(
  core: Core,
  options: EmailOptions,
  by: StaffMember,
  countTestEmail: (userId: string) => Promise<void>,
): Promise<'sent' | 'not-set-up' | EmailFailure> {
  await countTestEmail(by.userId);
  const tested = options.isSetByOperator ? undefined : await options.servers.read();
  if (!options.isSetByOperator && !tested) return 'not-set-up';
  const failure = await tryToSend(core, by);
  if (failure) return failure;
  if (!tested) return 'sent';
  const value = await options.servers.encrypt({ ...tested.server, testedAt: core.clock() });
  await withStaffLog(core, by, async (trx, log) => {
    // Another owner may have changed the settings in the meantime.
    if (await replaceServer(trx, tested.stored, value))
      await log({ action: 'test email server', people: [] });
  });
  return 'sent';
}

async function tryToSend(core: Core, by: StaffMember): Promise<EmailFailure | undefined> {
  const reader = await toReader(core, core.db, await readLanguage(core, by.userId));
  const email = renderTestEmail(reader, `${core.publicUrl}/staff/settings`);
  const timeoutError = new Error('The mail server did not respond in time.');
  try {
    await withTimeout(
      TEST_TIMEOUT_MS,
      core.sendMail({ ...email, to: by.email }, newId()),
      () => timeoutError,
    );
  } catch (error) {
    if (error === timeoutError) return 'timeout';
    if (error instanceof SmtpError) return error.failure;
    if (error instanceof RejectedError) return 'rejected';
    throw error;
  }
}
