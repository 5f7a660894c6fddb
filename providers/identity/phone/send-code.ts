import type { Call, Services } from '../services.ts';
import { readPhoneNumber } from './phone-number.ts';
import { demandTextMessages, sendTextCode } from './text-codes.ts';

/**
 * `accounts:sendVerificationCode`. Answers the same whether or not the number has an account. `recaptchaToken` is
 * accepted and not looked at: the limits keep the bill small.
 */
export async function sendVerificationCode(services: Services, call: Call) {
  demandTextMessages(services);
  const number = await readPhoneNumber(call.fields.text('phoneNumber'));
  return { sessionInfo: await sendTextCode(services, call, number, { purpose: 'sign-in' }) };
}
