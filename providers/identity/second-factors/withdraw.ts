import { lockAccount } from '../accounts/repository.ts';
import { sendNotice } from '../codes/send.ts';
import { appName } from '../codes/words.ts';
import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, demandRecentSignIn, secondFactorOf, startOver, tokensOf } from '../sessions/rules.ts';
import { findFactor, maskNumber } from './factor.ts';
import { removeFactor } from './repository.ts';

/** `mfaEnrollment:withdraw`: every other session ends, one begun with a lost phone too; an email notifies the person. */
export async function withdrawFactor(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  const { id: accountId } = caller.account;
  const missing = 'No second factor identifier is provided.';
  const id = fields.required('mfaEnrollmentId', 'MISSING_MFA_ENROLLMENT_ID', missing);
  const { phone_number } = await findFactor(services.db, accountId, id);
  demandRecentSignIn(services, caller);
  const now = services.clock();
  const shown = secondFactorOf(caller.session);
  const secondFactor = shown?.id === id ? undefined : shown;

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (!(await removeFactor(trx, { id, accountId }))) throw refuse('MFA_ENROLLMENT_NOT_FOUND');
    if (account.email !== null) {
      const factor = phone_number === null ? appName[language] : maskNumber(phone_number);
      await sendNotice(trx, services, { kind: 'FACTOR_REMOVED', to: account.email, language, factor });
    }
    return { account, started: await startOver(trx, services, caller, { secondFactor, now }) };
  });
  return tokensOf(services, account, started);
}
