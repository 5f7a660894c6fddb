import { limitRecoveryEmails } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Language } from '../http/language.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import { removeAccountRows } from '../schema/repository.ts';
import type { SessionRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { updateSession } from '../sessions/repository.ts';
import {
  authenticate,
  type Caller,
  endSessions,
  requireRecentSignIn,
  touchSession,
} from '../sessions/rules.ts';
import { type Account, describeAccount } from './account.ts';
import { changeCredentials, notifyPreviousEmail } from './credentials.ts';
import { findAccount, updateAccountRow } from './repository.ts';
import { type Profile, readEmail, readProfile } from './values.ts';

/** Fields that only an administrator may set. */
const privileged = [
  ...['localId', 'emailVerified', 'phoneNumber', 'customAttributes', 'mfa', 'linkProviderUserInfo'],
  ...['validSince', 'createdAt', 'lastLoginAt', 'upgradeToFederatedLogin', 'targetProjectId'],
];

/** Values of `deleteAttribute`, in the order of the protocol's enum. */
const attributes = [
  ...['USER_ATTRIBUTE_NAME_UNSPECIFIED', 'EMAIL', 'DISPLAY_NAME', 'PROVIDER', 'PHOTO_URL', 'PASSWORD'],
  'RAW_USER_INFO',
];

/** A sign-in method that `deleteProvider` or `deleteAttribute` can remove. */
type SignInMethod = {
  name: string;
  /** `sign_in_provider` of the sessions that were started with this method. */
  provider: string;
  remove(trx: Trx, accountId: string): Promise<unknown>;
};

const unlink = (table: 'identity_google' | 'identity_phone') => (trx: Trx, id: string) =>
  removeAccountRows(trx, id, table);
const noPassword = { password_hash: null, password_changed_at: null };
const noEmailSignIn = { ...noPassword, email_link: 0 };

const signInMethods: readonly SignInMethod[] = [
  { name: 'PASSWORD', provider: 'password', remove: (trx, id) => updateAccountRow(trx, id, noPassword) },
  { name: 'password', provider: 'password', remove: (trx, id) => updateAccountRow(trx, id, noEmailSignIn) },
  {
    name: 'EMAIL',
    provider: 'password',
    async remove(trx, id) {
      await updateAccountRow(trx, id, noEmailSignIn);
      await removeAccountRows(trx, id, 'identity_email');
    },
  },
  { name: 'google.com', provider: 'google.com', remove: unlink('identity_google') },
  { name: 'phone', provider: 'phone', remove: unlink('identity_phone') },
];

/**
 * `accounts:update` by the signed-in person: changes profile, email and password, removes sign-in methods.
 */
export async function updateAccount(services: Services, { fields, language, address }: Call) {
  if (fields.has('disableUser')) throw identityError('OPERATION_NOT_ALLOWED');
  const forbidden = privileged.find((name) => fields.has(name));
  if (forbidden) throw identityError('INSUFFICIENT_PERMISSION', `${forbidden} cannot be set by a user`);
  if (!fields.has('idToken')) throw identityError('INVALID_REQ_TYPE', 'Unsupported request parameters.');
  const caller = await authenticate(services, fields.text('idToken'));
  const { email: former, display_name: name } = caller.account;
  const removed = [...fields.texts('deleteAttribute', attributes), ...fields.texts('deleteProvider')];
  const email = readNewEmail(fields, caller.account);
  const newPassword = fields.text('password');
  const profile = { ...readProfile(fields), ...clearedProfile(removed) };
  const methods = signInMethods.filter((method) => removed.includes(method.name));

  if (email === undefined && newPassword === undefined) {
    const removesEmail = removed.includes('EMAIL');
    if (removesEmail && former !== null) await limitRecoveryEmails(services, address, former);
    const changes = { profile, methods, removesEmail, language };
    return describeUpdate(await changeProfile(services, caller, changes), {});
  }
  if (methods.length > 0) {
    throw identityError('INVALID_ARGUMENT', 'Change and remove sign-in methods in separate calls');
  }
  const owner = [email ?? '', former ?? '', name ?? ''];
  const password =
    newPassword === undefined ? undefined : services.passwordPolicy.validate(newPassword, owner);
  if (password !== undefined && !services.settings.password) throw identityError('OPERATION_NOT_ALLOWED');
  if (email !== undefined && former !== null) await limitRecoveryEmails(services, address, former);
  const changes = { email, password, profile, language, address };
  const { account, tokens } = await changeCredentials(services, caller, changes);
  return { ...describeUpdate(account, tokens), ...(email !== undefined && { newEmail: email }) };
}

/** Returns the new address, or undefined when the address does not change. */
function readNewEmail(fields: Fields, account: Account): string | undefined {
  const field = fields.text('email');
  const email = field === undefined ? undefined : readEmail(field);
  return email === account.email ? undefined : email;
}

type ProfileChanges = {
  profile: Profile;
  /** Methods to remove. */
  methods: SignInMethod[];
  removesEmail: boolean;
  language: Language;
};

async function changeProfile(
  services: Services,
  caller: Caller,
  { profile, methods, removesEmail, language }: ProfileChanges,
) {
  const { session } = caller;
  const { id } = caller.account;
  const now = services.clock();
  if (methods.length > 0) requireRecentSignIn(services, caller);
  const changed = await services.db.transaction().execute(async (trx) => {
    await updateAccountRow(trx, id, profile);
    if (methods.length > 0) await touchSession(trx, session, now);
    if (removesEmail) {
      await requireStrongSession(trx, services, caller);
      const before = await findAccount(trx, id);
      if (before) await notifyPreviousEmail(trx, services, { account: before, language, now });
    }
    for (const { remove } of methods) await remove(trx, id);
    const account = await findAccount(trx, id);
    if (account) await endSessionsStartedWith(trx, services, methods, { account, session, now });
    return account;
  });
  if (!changed) throw identityError('USER_NOT_FOUND');
  return changed;
}

/**
 * Ends the sessions started with a removed method. The caller's own session continues with a remaining
 * provider.
 */
async function endSessionsStartedWith(
  trx: Trx,
  services: Services,
  methods: SignInMethod[],
  { account, session, now }: { account: Account; session: SessionRow; now: number },
): Promise<void> {
  for (const { provider: sign_in_provider } of methods) {
    const ending = { accountId: account.id, where: { sign_in_provider }, except: session.id, now };
    await endSessions(trx, services, ending);
  }
  const isRemoved = methods.some(({ provider }) => provider === session.sign_in_provider);
  if (isRemoved) await updateSession(trx, session.id, { sign_in_provider: remainingProvider(account) });
}

/** An account with an address can always sign in with an email link, whose provider is also `password`. */
function remainingProvider(account: Account): string {
  if (account.email !== null) return 'password';
  if (account.google_subject !== null) return 'google.com';
  return account.phone_number === null ? 'anonymous' : 'phone';
}

function clearedProfile(removed: string[]): Profile {
  return {
    ...(removed.includes('DISPLAY_NAME') && { display_name: null }),
    ...(removed.includes('PHOTO_URL') && { photo_url: null }),
  };
}

export function describeUpdate(account: Account, tokens: object) {
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...describeAccount(account), ...tokens };
}
