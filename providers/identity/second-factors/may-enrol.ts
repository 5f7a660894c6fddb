import { refuse } from '../http/errors.ts';
import type { FactorTable } from '../schema/tables.ts';
import type { Caller } from '../sessions/rules.ts';

const MOST_FACTORS = 5;
const withoutSecondFactors = ['anonymous', 'phone'];

/**
 * Who may add a second factor: an account with an address to be told at, opened by something that is no phone.
 * @throws AppError UNSUPPORTED_FIRST_FACTOR, UNVERIFIED_EMAIL
 */
export function demandEnrollable({ account, session }: Caller): void {
  if (withoutSecondFactors.includes(session.sign_in_provider)) throw unsupported();
  if (account.email === null || account.verified !== 1) {
    throw refuse('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.');
  }
}

/** @throws AppError SECOND_FACTOR_LIMIT_EXCEEDED */
export function demandRoom(factors: readonly FactorTable[]): void {
  if (factors.length >= MOST_FACTORS) {
    throw refuse('SECOND_FACTOR_LIMIT_EXCEEDED', `An account has at most ${MOST_FACTORS} second factors.`);
  }
}

/**
 * A number proves one thing only: it is no second factor twice, and none beside itself as the first.
 * @throws AppError SECOND_FACTOR_EXISTS, UNSUPPORTED_FIRST_FACTOR
 */
export function demandNewNumber(
  { account }: Pick<Caller, 'account'>,
  factors: readonly FactorTable[],
  number: string,
): void {
  if (factors.some(({ phone_number: known }) => known === number)) {
    throw refuse('SECOND_FACTOR_EXISTS', 'Phone number already enrolled as second factor for this account.');
  }
  if (account.phone_number === number) throw unsupported();
}

const unsupported = () =>
  refuse('UNSUPPORTED_FIRST_FACTOR', 'MFA is not available for the given first factor.');
