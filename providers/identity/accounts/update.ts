import { countRecovery } from '../codes/send.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Call, Services } from '../services.ts';
import { touchSession } from '../sessions/repository.ts';
import { authenticate, type Caller, demandRecentSignIn } from '../sessions/rules.ts';
import { type Account, describeAccount } from './account.ts';
import { changeCredentials } from './credentials.ts';
import { changeAccount, findAccount } from './repository.ts';
import { type Profile, readEmail, readProfile } from './values.ts';
import { closeWays, type WayIn, ways } from './ways-in.ts';

/** What only an administrator may set. */
const privileged = [
  'localId',
  'emailVerified',
  'phoneNumber',
  'customAttributes',
  'mfa',
  'linkProviderUserInfo',
  'validSince',
  'createdAt',
  'lastLoginAt',
  'upgradeToFederatedLogin',
  'targetProjectId',
];

/** `accounts:update` by the signed-in person: profile, email, password, and what is to go. */
export async function updateAccount(services: Services, { fields, language, address }: Call) {
  if (fields.has('disableUser')) throw refuse('OPERATION_NOT_ALLOWED');
  const forbidden = privileged.find((name) => fields.has(name));
  if (forbidden) throw refuse('INSUFFICIENT_PERMISSION', `${forbidden} cannot be set by a user`);
  if (!fields.has('idToken')) throw refuse('INVALID_REQ_TYPE', 'Unsupported request parameters.');
  const caller = await authenticate(services, fields.text('idToken'));
  const gone = [...fields.texts('deleteAttribute'), ...fields.texts('deleteProvider')];
  const email = readOtherEmail(fields, caller.account);
  const password = fields.text('password');
  const profile = { ...readProfile(fields), ...clearedProfile(gone) };

  const dropped = ways.filter(({ names }) => names.some((name) => gone.includes(name)));

  if (email !== undefined || password !== undefined) {
    if (dropped.length > 0)
      throw refuse('INVALID_ARGUMENT', 'A way in cannot be changed and dropped in one call');
    const wanted = {
      email,
      password:
        password === undefined
          ? undefined
          : services.newPasswords.read(password, [
              email ?? '',
              caller.account.email ?? '',
              caller.account.display_name ?? '',
            ]),
      profile,
      language,
      address,
    };
    if (password !== undefined && !services.settings.password) throw refuse('OPERATION_NOT_ALLOWED');
    const former = caller.account.email;
    if (email !== undefined && former !== null) await countRecovery(services, address, former);
    const { account, tokens } = await changeCredentials(services, caller, wanted);
    return { ...describeUpdate(account, tokens), ...(email !== undefined && { newEmail: email }) };
  }
  return describeUpdate(await changeProfile(services, caller, profile, dropped), {});
}

/** Undefined where the address stays as it is. */
function readOtherEmail(fields: Fields, account: Account): string | undefined {
  const given = fields.text('email');
  const email = given === undefined ? undefined : readEmail(given);
  return email === account.email ? undefined : email;
}

async function changeProfile(
  services: Services,
  caller: Caller,
  profile: Profile,
  dropped: WayIn[],
): Promise<Account> {
  const {
    account: { id },
    session,
  } = caller;
  const now = services.clock();
  if (dropped.length > 0) demandRecentSignIn(services, caller);
  const changed = await services.db.transaction().execute(async (trx) => {
    await changeAccount(trx, id, profile);
    if (dropped.length > 0 && !(await touchSession(trx, session.id, now))) throw refuse('TOKEN_EXPIRED');
    for (const { drop } of dropped) await drop(trx, id);
    const account = await findAccount(trx, id);
    if (account) await closeWays(trx, services, { account, session, dropped, now });
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
