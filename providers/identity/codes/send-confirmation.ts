import { inTransaction } from '#platform/database/transaction.ts';
import { findAccount } from '../accounts/repository.ts';
import type { Language } from '../http/language.ts';
import type { Services } from '../services.ts';
import { sendCode } from './send.ts';

/** Emails the link that confirms an account's address, unless it is confirmed or the account is gone. */
export const sendConfirmation = (services: Services, accountId: string, language: Language): Promise<void> =>
  inTransaction(services.db, async (trx) => {
    const account = await findAccount(trx, accountId);
    if (!account || account.email === null || account.verified === 1) return;
    const { email } = account;
    const now = services.clock();
    await sendCode(trx, services, { purpose: 'VERIFY_EMAIL', accountId, email, language, now });
  });
