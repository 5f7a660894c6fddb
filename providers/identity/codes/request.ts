import { findAccountByEmail } from '../accounts/repository.ts';
import { readEmail } from '../accounts/values.ts';
import { refuse } from '../http/errors.ts';
import type { EmailRequest } from '../http/limits.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, demandRecentSignIn } from '../sessions/rules.ts';
import { readContinueUrl } from './continue-url.ts';
import { hasSentCode } from './repository.ts';
import { type Letter, lifeOf, sendCode } from './send.ts';

/** `accounts:sendOobCode`. The answer never holds the code, and with private emails tells nothing of an account. */
export async function requestCode(services: Services, call: Call) {
  const { fields, address, language } = call;
  if (fields.has('returnOobLink')) throw refuse('INSUFFICIENT_PERMISSION');
  const continueUrl = readContinueUrl(fields, services.site);
  const letter = await writeLetter(services, call);
  const now = services.clock();
  const asked = { address, kind: letter.purpose, to: letter.newEmail ?? letter.email };
  const isSent = (await services.limits.email(asked)) || (await needsAnother(services, asked, letter, now));
  if (isSent) {
    await services.db
      .transaction()
      .execute((trx) => sendCode(trx, services, { ...letter, continueUrl, language, now }));
  }
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: letter.email };
}

/**
 * After many requests for the same email: another is sent at most once a minute, to whoever requests it for the first time
 * this hour, or when no earlier one has half of its time left.
 */
async function needsAnother(
  { db, limits, settings }: Services,
  asked: EmailRequest,
  { purpose, accountId, email }: Draft,
  now: number,
): Promise<boolean> {
  const until = now + lifeOf(purpose, settings) / 2;
  return limits.oneMoreEmail(asked, await hasSentCode(db, { purpose, accountId, email, until }));
}

type Draft = Omit<Letter, 'continueUrl' | 'language' | 'now'>;

function writeLetter(services: Services, call: Call): Promise<Draft> {
  switch (call.fields.text('requestType') || undefined) {
    case 'PASSWORD_RESET':
      return passwordReset(services, call);
    case 'VERIFY_EMAIL':
      return verification(services, call);
    case 'VERIFY_AND_CHANGE_EMAIL':
      return change(services, call);
    case undefined:
    case 'OOB_REQ_TYPE_UNSPECIFIED':
      throw refuse('MISSING_REQ_TYPE');
    case 'EMAIL_SIGNIN':
      return signInLink(call);
    default:
      throw refuse('INVALID_REQ_TYPE');
  }
}

/** To any address, known or not: whose account it opens is looked up when it comes back. */
async function signInLink({ fields }: Call): Promise<Draft> {
  const given = fields.text('email');
  if (!given) throw refuse('MISSING_EMAIL');
  const email = readEmail(given);
  if (!fields.text('continueUrl')) throw refuse('MISSING_CONTINUE_URI');
  return { purpose: 'EMAIL_SIGNIN', accountId: null, email };
}

async function passwordReset({ db, settings }: Services, { fields }: Call): Promise<Draft> {
  const given = fields.text('email');
  if (!given) throw refuse('MISSING_EMAIL');
  const email = readEmail(given);
  if (!settings.password) throw refuse('OPERATION_NOT_ALLOWED');
  const account = await findAccountByEmail(db, email);
  const reachable = account !== undefined && account.disabled === 0;
  if (!reachable && !settings.emailPrivacy) throw refuse(account ? 'USER_DISABLED' : 'EMAIL_NOT_FOUND');
  return { purpose: 'PASSWORD_RESET', accountId: reachable ? account.id : null, email, decoy: !reachable };
}

async function verification(services: Services, { fields }: Call): Promise<Draft> {
  const idToken = fields.text('idToken');
  if (!idToken) throw refuse('INVALID_ID_TOKEN');
  const { account } = await authenticate(services, idToken);
  if (account.email === null) throw refuse('MISSING_EMAIL');
  return { purpose: 'VERIFY_EMAIL', accountId: account.id, email: account.email };
}

async function change(services: Services, { fields }: Call): Promise<Draft> {
  const caller = await authenticate(services, fields.text('idToken'));
  const given = fields.text('newEmail');
  if (!given) throw refuse('MISSING_NEW_EMAIL');
  const newEmail = readEmail(given, 'INVALID_NEW_EMAIL');
  demandRecentSignIn(services, caller);
  const { id, email } = caller.account;
  if (email === null) throw refuse('MISSING_EMAIL');
  const taken = (await findAccountByEmail(services.db, newEmail)) !== undefined;
  if (taken && !services.settings.emailPrivacy) throw refuse('EMAIL_EXISTS');
  const accountId = taken ? null : id;
  return { purpose: 'VERIFY_AND_CHANGE_EMAIL', accountId, email, newEmail, decoy: taken };
}
