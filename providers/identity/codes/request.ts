import { findAccountByEmail } from '../accounts/repository.ts';
import { readEmail } from '../accounts/values.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Call, Services, Site } from '../services.ts';
import { authenticate, requireRecentSignIn } from '../sessions/rules.ts';
import { hasCode } from './repository.ts';
import { type CodeEmail, codeTtlMs, sendCode } from './send.ts';

const MAX_URL_LENGTH = 2048;

type Draft = Omit<CodeEmail, 'continueUrl' | 'language' | 'now'>;

/** `accounts:sendOobCode`. The response never holds the code, and with private emails tells nothing of an account. */
export async function requestCode(services: Services, call: Call) {
  const { fields, address, language } = call;
  if (fields.has('returnOobLink')) throw identityError('INSUFFICIENT_PERMISSION');
  const continueUrl = readContinueUrl(fields, services.site);
  const draft = await createDraft(services, call);
  const now = services.clock();
  const asked = { address, kind: draft.purpose, to: draft.newEmail ?? draft.email };
  if ((await services.limits.email(asked)) || (await shouldSendAnother(services, asked, draft, now))) {
    await services.db
      .transaction()
      .execute((trx) => sendCode(trx, services, { ...draft, continueUrl, language, now }));
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: draft.email };
}

/** Where the page behind the link leads: only to our own domains, so that none of our emails leads elsewhere. */
function readContinueUrl(fields: Fields, site: Site): string | undefined {
  const given = fields.text('continueUrl');
  if (!given) {
    if (fields.flag('canHandleCodeInApp')) throw identityError('MISSING_CONTINUE_URI');
    return undefined;
  }
  const url = given.length > MAX_URL_LENGTH ? null : URL.parse(given);
  if (!url?.host || !/^https?:$/.test(url.protocol)) {
    throw identityError('INVALID_CONTINUE_URI', 'expected an absolute URI with valid scheme and host');
  }
  if (!site.authorizedDomains.includes(url.hostname)) {
    throw identityError('UNAUTHORIZED_DOMAIN', 'Domain not allowlisted by project');
  }
  return url.href;
}

/** After many requests: one a minute, for who asks first in this hour or holds no code with half of its time left. */
async function shouldSendAnother(
  { db, limits, settings }: Services,
  asked: Parameters<Services['limits']['email']>[0],
  { purpose, accountId, email }: Draft,
  now: number,
): Promise<boolean> {
  const after = now + codeTtlMs(purpose, settings) / 2;
  return limits.extraEmail(asked, await hasCode(db, { purpose, accountId, email, after }));
}

function createDraft(services: Services, call: Call): Promise<Draft> {
  switch (call.fields.text('requestType') || undefined) {
    case 'PASSWORD_RESET':
      return passwordReset(services, call);
    case 'VERIFY_EMAIL':
      return verification(services, call);
    case 'VERIFY_AND_CHANGE_EMAIL':
      return change(services, call);
    case 'EMAIL_SIGNIN':
      return signInLink(call);
    case undefined:
    case 'OOB_REQ_TYPE_UNSPECIFIED':
      throw identityError('MISSING_REQ_TYPE');
    default:
      throw identityError('INVALID_REQ_TYPE');
  }
}

/** To any address, known or not: whose account it opens is looked up when it comes back. */
async function signInLink({ fields }: Call): Promise<Draft> {
  const email = readEmail(fields.required('email', 'MISSING_EMAIL'));
  fields.required('continueUrl', 'MISSING_CONTINUE_URI');
  return { purpose: 'EMAIL_SIGNIN', accountId: null, email };
}

async function passwordReset({ db, settings }: Services, { fields }: Call): Promise<Draft> {
  const email = readEmail(fields.required('email', 'MISSING_EMAIL'));
  if (!settings.password) throw identityError('OPERATION_NOT_ALLOWED');
  const account = await findAccountByEmail(db, email);
  const reachable = account !== undefined && account.disabled === 0;
  if (!reachable && !settings.emailPrivacy)
    throw identityError(account ? 'USER_DISABLED' : 'EMAIL_NOT_FOUND');
  return { purpose: 'PASSWORD_RESET', accountId: reachable ? account.id : null, email, decoy: !reachable };
}

async function verification(services: Services, { fields }: Call): Promise<Draft> {
  const { account } = await authenticate(services, fields.required('idToken', 'INVALID_ID_TOKEN'));
  if (account.email === null) throw identityError('MISSING_EMAIL');
  return { purpose: 'VERIFY_EMAIL', accountId: account.id, email: account.email };
}

async function change(services: Services, { fields }: Call): Promise<Draft> {
  const caller = await authenticate(services, fields.text('idToken'));
  const newEmail = readEmail(fields.required('newEmail', 'MISSING_NEW_EMAIL'), 'INVALID_NEW_EMAIL');
  requireRecentSignIn(services, caller);
  const { id, email } = caller.account;
  if (email === null) throw identityError('MISSING_EMAIL');
  const taken = (await findAccountByEmail(services.db, newEmail)) !== undefined;
  if (taken && !services.settings.emailPrivacy) throw identityError('EMAIL_EXISTS');
  const accountId = taken ? null : id;
  return { purpose: 'VERIFY_AND_CHANGE_EMAIL', accountId, email, newEmail, decoy: taken };
}
