import { findAccountByEmail } from '../accounts/repository.ts';
import { readEmail } from '../accounts/values.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import type { Call, Services, Site } from '../services.ts';
import { authenticate, requireRecentSignIn } from '../sessions/rules.ts';
import { hasCode } from './repository.ts';
import { type CodeEmail, codeTtlMs, sendCode } from './send.ts';

const MAX_URL_LENGTH = 2048;

/** Request types in the order of the protocol's enum. */
const unspecified = 'OOB_REQ_TYPE_UNSPECIFIED';
const requestTypes = [
  ...[unspecified, 'PASSWORD_RESET', 'OLD_EMAIL_AGREE', 'NEW_EMAIL_ACCEPT', 'VERIFY_EMAIL'],
  ...['RECOVER_EMAIL', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL', 'REVERT_SECOND_FACTOR_ADDITION'],
];

type Draft = Omit<CodeEmail, 'continueUrl' | 'language' | 'now'>;

/**
 * `accounts:sendOobCode`. The response never contains the code. With `emailPrivacy` it reveals no account.
 */
export async function requestCode(services: Services, call: Call) {
  const { fields, address, language } = call;
  if (fields.has('returnOobLink')) throw identityError('INSUFFICIENT_PERMISSION');
  const continueUrl = readContinueUrl(fields, services.site);
  const draft = await createDraft(services, call);
  const now = services.clock();
  const request = { address, kind: draft.purpose, to: draft.newEmail ?? draft.email };
  if ((await services.limits.email(request)) || (await shouldSendAnother(services, request, draft, now))) {
    await services.db
      .transaction()
      .execute((trx) => sendCode(trx, services, { ...draft, continueUrl, language, now }));
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: draft.email };
}

/**
 * Returns the continue URL, if there is one. It must be on an authorized domain, so that our emails never
 * link to other sites.
 */
function readContinueUrl(fields: Fields, site: Site): string | undefined {
  const continueUrl = fields.text('continueUrl');
  if (!continueUrl) {
    if (fields.flag('canHandleCodeInApp')) throw identityError('MISSING_CONTINUE_URI');
    return undefined;
  }
  const url = continueUrl.length > MAX_URL_LENGTH ? null : URL.parse(continueUrl);
  if (!url?.host || !/^https?:$/.test(url.protocol)) {
    throw identityError('INVALID_CONTINUE_URI', 'expected an absolute URI with valid scheme and host');
  }
  if (!site.authorizedDomains.includes(url.hostname)) {
    throw identityError('UNAUTHORIZED_DOMAIN', 'Domain not allowlisted by project');
  }
  return url.href;
}

/** Applies `extraEmail` of limits.ts. A code counts as valid for the first half of its lifetime. */
async function shouldSendAnother(
  { db, limits, settings }: Services,
  request: Parameters<Services['limits']['email']>[0],
  { purpose, accountId, email }: Draft,
  now: number,
): Promise<boolean> {
  const after = now + codeTtlMs(purpose, settings) / 2;
  return limits.extraEmail(request, await hasCode(db, { purpose, accountId, email, after }));
}

function createDraft(services: Services, call: Call): Promise<Draft> {
  const type = call.fields.text('requestType', requestTypes) || unspecified;
  if (type === unspecified) throw identityError('MISSING_REQ_TYPE');
  const create = drafts.get(type);
  if (!create) throw identityError('INVALID_REQ_TYPE');
  return create(services, call);
}

const drafts = new Map<string, typeof createDraft>([
  ['PASSWORD_RESET', passwordReset],
  ['VERIFY_EMAIL', verification],
  ['VERIFY_AND_CHANGE_EMAIL', change],
  ['EMAIL_SIGNIN', signInLink],
]);

/** Drafts a link to any address, because the account is looked up only when the link is opened. */
async function signInLink(_services: Services, { fields }: Call): Promise<Draft> {
  const email = readEmail(fields.required('email', 'MISSING_EMAIL'));
  fields.required('continueUrl', 'MISSING_CONTINUE_URI');
  return { purpose: 'EMAIL_SIGNIN', accountId: null, email };
}

async function passwordReset({ db, settings }: Services, { fields }: Call): Promise<Draft> {
  const email = readEmail(fields.required('email', 'MISSING_EMAIL'));
  if (!settings.password) throw identityError('OPERATION_NOT_ALLOWED');
  const account = await findAccountByEmail(db, email);
  const isReachable = account !== undefined && account.disabled === 0;
  if (!isReachable && !settings.emailPrivacy)
    throw identityError(account ? 'USER_DISABLED' : 'EMAIL_NOT_FOUND');
  return {
    purpose: 'PASSWORD_RESET',
    accountId: isReachable ? account.id : null,
    email,
    isDecoy: !isReachable,
  };
}

async function verification(services: Services, { fields }: Call): Promise<Draft> {
  const { account } = await authenticate(services, fields.required('idToken', 'INVALID_ID_TOKEN'));
  if (account.email === null) throw identityError('MISSING_EMAIL');
  return { purpose: 'VERIFY_EMAIL', accountId: account.id, email: account.email };
}

async function change(services: Services, { fields }: Call): Promise<Draft> {
  const newEmail = readEmail(fields.required('newEmail', 'MISSING_NEW_EMAIL'), 'INVALID_NEW_EMAIL');
  const caller = await authenticate(services, fields.text('idToken'));
  requireRecentSignIn(services, caller);
  await requireStrongSession(services.db, services, caller);
  const { id, email } = caller.account;
  if (email === null) throw identityError('MISSING_EMAIL');
  const isTaken = (await findAccountByEmail(services.db, newEmail)) !== undefined;
  if (isTaken && !services.settings.emailPrivacy) throw identityError('EMAIL_EXISTS');
  const accountId = isTaken ? null : id;
  return { purpose: 'VERIFY_AND_CHANGE_EMAIL', accountId, email, newEmail, isDecoy: isTaken };
}
