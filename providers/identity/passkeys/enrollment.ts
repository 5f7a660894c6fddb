import { describeBrowser } from '#platform/http/describe-browser.ts';
import { newId } from '#platform/ids.ts';
import { getContext } from '#platform/observability/request-context.ts';
import { lockAccount } from '../accounts/repository.ts';
import { readDisplayName } from '../accounts/values.ts';
import { sendCode, sendNotice } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import { requireEnrollable } from '../mfa/enrollment.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import { claimTokenUse } from '../schema/repository.ts';
import type { PasskeyRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { updateSession } from '../sessions/repository.ts';
import { authenticate, endSessions, requireRecentSignIn } from '../sessions/rules.ts';
import { invalidPasskeyError, passkeyNotFoundError, rpIdOf } from './credential.ts';
import { signOneTimeToken } from './one-time-token.ts';
import { supportedAlgorithmIDs } from './public-key.ts';
import { loadWebAuthn, verifyRegistration } from './registration.ts';
import {
  addPasskey,
  changePasskeyName,
  findPasskeys,
  type PasskeySelection,
  removePasskeys,
} from './repository.ts';

const MAX_PASSKEYS = 10;

/** `accounts:startPasskeyEnrollment`: options for `navigator.credentials.create`. Needs a recent sign-in. */
export async function startPasskeyEnrollment(services: Services, { fields, language }: Call) {
  const caller = await authenticateRecent(services, fields.text('idToken'));
  const { account } = caller;
  await requireStrongSession(services.db, services, caller);
  const passkeys = await findPasskeys(services.db, account.id);
  requireRoom(passkeys);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: await services.siteName(services.db, language),
    rpID: rpIdOf(services.site),
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email ?? '',
    userDisplayName: account.display_name ?? '',
    challenge: signOneTimeToken(services, 'passkey-enrollment', { accountId: account.id }),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options };
}

/**
 * `accounts:finishPasskeyEnrollment`: adds the passkey and notifies by email. From then on, the session
 * counts as one on the passkey's device.
 */
export async function finishPasskeyEnrollment(services: Services, { fields, language }: Call) {
  const caller = await authenticateRecent(services, fields.text('idToken'));
  const { id: accountId } = caller.account;
  const { challenge, verified } = await verifyRegistration(services, fields);
  if (challenge.accountId !== accountId) throw invalidPasskeyError();
  const passkey: PasskeyRow = {
    credential_id: verified.id,
    id: newId(),
    account_id: accountId,
    public_key: Buffer.from(verified.publicKey).toString('base64url'),
    counter: verified.counter,
    name: readDisplayName(fields) ?? describeBrowser(getContext()?.userAgent),
    created_at: services.clock(),
    last_used_at: null,
  };
  await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    requireEnrollable({ ...caller, account });
    const ownerProven = await requireStrongSession(trx, services, caller);
    requireRoom(await findPasskeys(trx, accountId));
    const isFirstUse = await claimTokenUse(trx, { secret: challenge.id, expiresAt: challenge.expiresAt });
    if (!isFirstUse) throw invalidPasskeyError();
    if (!(await addPasskey(trx, passkey)))
      throw identityError('PASSKEY_EXISTS', 'This passkey is already in use.');
    // Creating a passkey verifies the person just as signing in with it does.
    const factor = { second_factor: 'passkey', second_factor_id: passkey.id } as const;
    // Keeps the passkey that started the session, so that removing it ends the session.
    const passkey_id = caller.session.passkey_id ?? passkey.id;
    const isActive = await updateSession(trx, caller.session.id, { ...factor, passkey_id });
    if (!isActive) throw identityError('TOKEN_EXPIRED');
    // The link in this email removes the passkey, in case another person added it.
    const addition = { factorId: passkey.id, passkey: inParentheses(passkey.name), ownerProven };
    await sendCode(trx, services, {
      purpose: 'REVERT_SECOND_FACTOR_ADDITION',
      ...addition,
      accountId,
      email: account.email ?? '',
      language,
      now: passkey.created_at,
    });
  });
  return describePasskey(passkey);
}

/** `accounts:listPasskeys`: the caller's passkeys, oldest first. */
export async function listPasskeys(services: Services, { fields }: Call) {
  const { account } = await authenticate(services, fields.text('idToken'));
  return { passkeys: (await findPasskeys(services.db, account.id)).map(describePasskey) };
}

/** `accounts:renamePasskey`: changes the name under which the owner sees the passkey. */
export async function renamePasskey(services: Services, { fields }: Call) {
  const { account } = await authenticate(services, fields.text('idToken'));
  const id = fields.required('passkeyId', 'PASSKEY_NOT_FOUND');
  const name = readDisplayName(fields);
  const renamed = await changePasskeyName(services.db, { accountId: account.id, id, name });
  if (!renamed) throw passkeyNotFoundError();
  return describePasskey(renamed);
}

/**
 * `accounts:removePasskey`: removes a passkey, ends the sessions of its device except the caller's, and
 * notifies by email.
 */
export async function removePasskey(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  const { account, session } = caller;
  const id = fields.required('passkeyId', 'PASSKEY_NOT_FOUND');
  requireRecentSignIn(services, caller);
  const now = services.clock();
  await services.db.transaction().execute(async (trx) => {
    const { id: accountId, email: to } = await lockAccount(trx, account.id);
    await requireStrongSession(trx, services, caller);
    const removed = await removePasskeysAndNotify(trx, services, { accountId, ids: [id], to, language });
    if (removed.length === 0) throw passkeyNotFoundError();
    await endSessions(trx, services, { accountId, passkeyId: id, except: session.id, now });
    const isFactor = session.second_factor_id === id;
    const passkey_id = session.second_factor === 'passkey' && !isFactor ? session.second_factor_id : null;
    if (session.passkey_id === id) await updateSession(trx, session.id, { passkey_id });
    const noFactor = { second_factor: null, second_factor_id: null };
    if (isFactor) await updateSession(trx, session.id, noFactor);
  });
  return {};
}

/** Removes passkeys and notifies their owner of each by email. Returns the removed passkeys. */
export async function removePasskeysAndNotify(
  trx: Trx,
  services: Services,
  { to, language, ...selection }: PasskeySelection & { to: string | null; language: Language },
): Promise<PasskeyRow[]> {
  const removed = await removePasskeys(trx, selection);
  if (to === null) return removed;
  for (const { name } of removed)
    await sendNotice(trx, services, { kind: 'PASSKEY_REMOVED', to, language, factor: inParentheses(name) });
  return removed;
}

/** Describes a passkey to its owner. Times are in ms, as strings. */
export const describePasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  passkeyId: id,
  ...(name !== null && { name }),
  createdAt: String(created_at),
  ...(last_used_at !== null && { lastUsedAt: String(last_used_at) }),
});

/** Describes a passkey where the protocol describes a second factor. */
export const describePasskeyAsFactor = ({ id, name, created_at }: PasskeyRow) => ({
  mfaEnrollmentId: id,
  enrolledAt: new Date(created_at).toISOString(),
  ...(name !== null && { displayName: name }),
});

/** @throws AppError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, UNVERIFIED_EMAIL, UNSUPPORTED_FIRST_FACTOR */
async function authenticateRecent(services: Services, idToken: string | undefined) {
  const caller = await authenticate(services, idToken);
  requireEnrollable(caller);
  requireRecentSignIn(services, caller);
  return caller;
}

function requireRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw identityError('PASSKEY_LIMIT_EXCEEDED', `An account has at most ${MAX_PASSKEYS} passkeys.`);
}

const inParentheses = (name: string | null): string => (name === null ? '' : ` (${name})`);
