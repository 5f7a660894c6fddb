import { encryptText } from '#platform/encryption.ts';
import { newSecret } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { hashSecret } from '../http/secret.ts';
import { readPhoneNumber } from '../phone/phone-number.ts';
import { demandTextMessages, sendTextCode } from '../phone/text-codes.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, type Caller, demandRecentSignIn } from '../sessions/rules.ts';
import { demandEnrollable, demandNewNumber, demandRoom } from './may-enrol.ts';
import { addTotpEnrolment, findFactors } from './repository.ts';
import { newTotpSecret, totpParameters } from './totp.ts';

const ENROLMENT_LIFE = minutes(10);

/** `mfaEnrollment:start`: texts a code to a number, or gives the secret of an authenticator app. */
export async function startEnrolment(services: Services, call: Call) {
  const { fields } = call;
  const caller = await authenticate(services, fields.text('idToken'));
  demandEnrollable(caller);
  const phone = fields.inside('phoneEnrollmentInfo');
  const totp = fields.inside('totpEnrollmentInfo');
  if (!phone && !totp) throw refuse('INVALID_ARGUMENT', 'Missing phoneEnrollmentInfo or totpEnrollmentInfo.');
  demandRecentSignIn(services, caller);
  if (phone) return { phoneSessionInfo: { sessionInfo: await startPhone(services, call, caller, phone) } };
  return { totpSessionInfo: await startTotp(services, caller) };
}

async function startPhone(services: Services, call: Call, caller: Caller, info: Fields): Promise<string> {
  demandTextMessages(services);
  const number = await readPhoneNumber(info.text('phoneNumber'));
  const factors = await findFactors(services.db, caller.account.id);
  demandRoom(factors);
  demandNewNumber(caller, factors, number.e164);
  return sendTextCode(services, call, number, { purpose: 'enrolment', accountId: caller.account.id });
}

async function startTotp(services: Services, { account }: Caller) {
  demandRoom(await findFactors(services.db, account.id));
  const sharedSecretKey = newTotpSecret();
  const sessionInfo = newSecret();
  const expiresAt = services.clock() + ENROLMENT_LIFE;
  const encrypted = await encryptText(sharedSecretKey, services.totpKey);
  await services.db.transaction().execute((trx) =>
    addTotpEnrolment(trx, {
      hash: hashSecret(sessionInfo),
      account_id: account.id,
      totp_secret: encrypted,
      tries: 0,
      expires_at: expiresAt,
    }),
  );
  return {
    sharedSecretKey,
    ...totpParameters,
    sessionInfo,
    finalizeEnrollmentTime: new Date(expiresAt).toISOString(),
  };
}
