import { changeAccount, findAccount } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, demandRecentSignIn, secondFactorOf, tokensOf } from '../sessions/rules.ts';
import { startOver } from '../sessions/start-over.ts';
import { composeRemoval } from './notices.ts';
import { findFactors, removeFactor } from './repository.ts';

/**
 * `mfaEnrollment:withdraw`: takes a second factor away. Every other session ends, one begun with a lost phone too;
 * the person is told by mail.
 */
export async function withdrawFactor(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  const factorId = fields.text('mfaEnrollmentId');
  if (!factorId) throw refuse('MISSING_MFA_ENROLLMENT_ID', 'No second factor identifier is provided.');
  const { id } = caller.account;
  const known = await findFactors(services.db, id);
  const factor = known.find((one) => one.id === factorId);
  if (!factor) throw refuse('MFA_ENROLLMENT_NOT_FOUND');
  demandRecentSignIn(services, caller);
  const now = services.clock();
  const kept = secondFactorOf(caller.session);

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    await changeAccount(trx, id, {});
    const account = await findAccount(trx, id);
    if (!account) throw refuse('USER_NOT_FOUND');
    if (!(await removeFactor(trx, { id: factorId, accountId: id }))) throw refuse('MFA_ENROLLMENT_NOT_FOUND');
    if (account.email !== null) {
      const notice = composeRemoval({ factor, account, language, site: services.site });
      await services.outbox.add(trx, 'mail', notice);
    }
    const secondFactor = kept?.id === factorId ? undefined : kept;
    return { account, started: await startOver(trx, services, caller, { secondFactor, now }) };
  });
  return tokensOf(services, account, started);
}
