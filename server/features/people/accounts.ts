import { languageBase } from '#contract/languages.ts';
import type { AccountChange } from '#contract/staff-accounts.ts';
import type { StaffAction } from '#contract/staff-actions.ts';
import type { EmailTemplate } from '#platform/email-layout.ts';
import { AppError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { type Reader, toReader } from '#server/email/reader.ts';
import { hasAccount, listRoles } from '#server/features/staff/rules.ts';
import { endShifts } from '#server/features/staff/shifts.ts';
import {
  endIdentitySessions,
  lockMember,
  readLanguage,
  revokeSessions,
} from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import type { IdentityAccount, IdentityAccounts } from '#server/integrations/identity-accounts.ts';
import { findDeletionRequest } from './deletion-requests-repository.ts';
import { renderMethodsRemoved } from './email.ts';

export type AccountCore = Pick<
  Core,
  'clock' | 'accounts' | 'outbox' | 'publicUrl' | 'siteName' | 'siteLook' | 'languages'
>;

/**
 * Finds an account by its address or id, and logs the access to the person's data.
 * @throws AppError not-found (404), accounts-elsewhere (409)
 */
export const viewAccount = (core: AccountCore, withStaffLog: WithStaffLog, emailOrId: string) =>
  withStaffLog(async (trx, log) => {
    const account = await findAccount(requireAccounts(core), trx, emailOrId);
    await log({ action: 'view account', people: await peopleOf(trx, account) });
    const owner = { userId: account.id };
    return {
      ...account,
      roles: await listRoles(trx, owner),
      deletionRequest: await findDeletionRequest(trx, owner),
    };
  });

/** Changes after which the person stays signed in. */
const keepsSessions: readonly AccountChange[] = ['enable', 'confirm-address', 'send-confirmation'];

/**
 * Disables or enables an account, confirms its address or has the link for it emailed again, signs the person
 * out everywhere, or removes all verification methods. Repeating `disable`, `enable` or `confirm-address`
 * changes nothing.
 * @param protectsOwners an owner's account cannot be disabled, because no one else could enable it again
 * @throws AppError not-found (404), owner-account, accounts-elsewhere (409)
 */
export const changeAccount = (
  core: AccountCore,
  withStaffLog: WithStaffLog,
  emailOrId: string,
  { kind, protectsOwners = false }: { kind: AccountChange; protectsOwners?: boolean },
): Promise<void> =>
  withStaffLog(async (trx, log) => {
    const accounts = requireAccounts(core);
    const account = await findAccount(accounts, trx, emailOrId);
    const { id, isDisabled } = account;
    await lockMember(trx, { userId: id });
    if (kind === 'disable' && protectsOwners && (await isOwner(trx, { userId: id })))
      throw new AppError('owner-account');
    if ((kind === 'disable' && isDisabled) || (kind === 'enable' && !isDisabled)) return;
    if ((kind === 'confirm-address' || kind === 'send-confirmation') && account.emailVerified) return;
    const now = core.clock();
    // Revoke our sessions before ending those of the identity service, because a sign-in in between then
    // belongs to a session that ends.
    const endsSessions = !keepsSessions.includes(kind);
    if (endsSessions) await revokeSessions(trx, { userId: id }, now);
    // The identity service of the running site sends the link, also for the command line.
    if (kind === 'send-confirmation') await core.outbox.add(trx, 'send-confirmation', { userId: id });
    const endedSessions = kind === 'send-confirmation' ? [] : await accounts[methods[kind]](trx, id);
    if (!endedSessions) throw new AppError('not-found');
    await endIdentitySessions(trx, endedSessions, now);
    if (endsSessions) await endShifts(trx, { userId: id, now });
    if (kind === 'remove-verification-methods' && account.verificationMethods > 0)
      await notifyOfChange(core, trx, account, { render: renderMethodsRemoved, path: '/login' });
    await log({ action: actions[kind], people: await peopleOf(trx, account) });
  });

/**
 * Emails the person of an account, who may not have asked for what was done. `path` is where the email leads.
 */
export async function notifyOfChange(
  { outbox, publicUrl, siteName, siteLook, languages, clock }: AccountCore,
  trx: Trx,
  { id, email }: IdentityAccount,
  { render, path }: { render: (reader: Reader, link: string) => EmailTemplate; path: string },
): Promise<void> {
  if (email === null) return;
  const language = await readLanguage({ db: trx, languages }, id);
  const reader = await toReader({ siteName, siteLook }, trx, language);
  const content = render(reader, `${publicUrl}${languageBase[language]}${path}`);
  await outbox.add(trx, 'email', { ...content, to: email, goodUntil: clock() + days(30) });
}

const actions: Record<AccountChange, StaffAction> = {
  disable: 'disable account',
  enable: 'enable account',
  'confirm-address': 'confirm address',
  'send-confirmation': 'send confirmation',
  'sign-out': 'sign out account',
  'remove-verification-methods': 'remove verification methods',
};

const methods = {
  disable: 'disable',
  enable: 'enable',
  'confirm-address': 'confirmAddress',
  'sign-out': 'signOut',
  'remove-verification-methods': 'removeVerificationMethods',
} as const satisfies Record<Exclude<AccountChange, 'send-confirmation'>, keyof IdentityAccounts>;

/** @throws AppError accounts-elsewhere (409) if Firebase has the accounts */
export function requireAccounts({ accounts }: Pick<AccountCore, 'accounts'>): IdentityAccounts {
  if (!accounts) throw new AppError('accounts-elsewhere');
  return accounts;
}

/**
 * Returns the id in the URL of a request. The rules also find accounts by address, but a URL is logged.
 * @throws AppError not-found (404) for an address
 */
export function requireId(id: string): string {
  if (id.includes('@')) throw new AppError('not-found');
  return id;
}

/** @throws AppError not-found (404) */
export async function findAccount(accounts: IdentityAccounts, trx: Trx, emailOrId: string) {
  const account = await accounts.find(trx, emailOrId);
  if (!account) throw new AppError('not-found');
  return account;
}

/**
 * Call before granting a role, because a disabled account cannot use it. Prevents disabling the account until
 * the transaction ends.
 * @throws AppError account-disabled (409)
 */
export async function requireEnabled(
  accounts: Pick<IdentityAccounts, 'find'> | undefined,
  trx: Trx,
  userId: string,
): Promise<void> {
  await lockMember(trx, { userId });
  if ((await accounts?.find(trx, userId))?.isDisabled) throw new AppError('account-disabled');
}

export const isOwner = async (trx: Trx, person: Owner): Promise<boolean> =>
  (await listRoles(trx, person)).some(({ role }) => role === 'owner');

/**
 * Returns the people to log. Omits a person who has not finished signing up, because no deletion would erase
 * the entry.
 */
export const peopleOf = async (trx: Trx, { id }: IdentityAccount): Promise<string[]> =>
  (await hasAccount(trx, { userId: id })) ? [id] : [];
