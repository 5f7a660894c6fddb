import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, type Caller, demandRecentSignIn } from '../sessions/rules.ts';
import { type Account, describeAccount } from './account.ts';
import { changeCredentials } from './credentials.ts';
import { changeAccount, findAccount } from './repository.ts';
import { type Profile, readEmail, readNewPassword, readProfile } from './values.ts';
import { closeWays, ways } from './ways-in.ts';

/** What only an administrator may set. */
const privileged = [
  'localId',
  'emailVerified',
  'phoneNumber',
  'customAttributes',
  'mfa',
  'linkProviderUserInfo',
  'disableUser',
  'validSince',
  'createdAt',
  'lastLoginAt',
  'upgradeToFederatedLogin',
  'targetProjectId',
];

/** `accounts:update` by the signed-in person: profile, email, password, and what is to go. */
export async function updateAccount(services: Services, { fields, language }: Call) {
  const forbidden = privileged.find((name) => fields.has(name));
  if (forbidden) throw refuse('INSUFFICIENT_PERMISSION', `${forbidden} cannot be set by a user`);
  const caller = await authenticate(services, fields.text('idToken'));
  const gone = [...fields.texts('deleteAttribute'), ...fields.texts('deleteProvider')];
  const email = fields.text('email');
  const password = fields.text('password');
  const profile = { ...readProfile(fields), ...clearedProfile(gone) };

  if (email !== undefined || password !== undefined) {
    const wanted = {
      email: email === undefined ? undefined : readEmail(email),
      password: password === undefined ? undefined : readNewPassword(password),
      profile,
      language,
    };
    if (password !== undefined && !services.settings.password) throw refuse('OPERATION_NOT_ALLOWED');
    const { account, tokens } = await changeCredentials(services, caller, wanted);
    return describeUpdate(account, tokens);
  }
  return describeUpdate(await changeProfile(services, caller, profile, gone), {});
}

async function changeProfile(
  services: Services,
  caller: Caller,
  profile: Profile,
  gone: string[],
): Promise<Account> {
  const dropped = ways.filter(({ names }) => names.some((name) => gone.includes(name)));
  if (dropped.length > 0) demandRecentSignIn(services, caller);
  const changed = await services.db.transaction().execute(async (trx) => {
    await changeAccount(trx, caller.account.id, profile);
    for (const { drop } of dropped) await drop(trx, caller.account.id);
    const account = await findAccount(trx, caller.account.id);
    const lost = dropped.flatMap(({ provider }) => provider ?? []);
    if (account && lost.length > 0)
      await closeWays(trx, { account, session: caller.session, lost, now: services.clock() });
    return account;
  });
  if (!changed) throw refuse('USER_NOT_FOUND');
  return changed;
}

function clearedProfile(gone: string[]): Profile {
  return {
    ...(gone.includes('DISPLAY_NAME') && { display_name: null }),
    ...(gone.includes('PHOTO_URL') && { photo_url: null }),
  };
}

export function describeUpdate(account: Account, tokens: object) {
  return { kind: 'identitytoolkit#SetAccountInfoResponse', ...describeAccount(account), ...tokens };
}
