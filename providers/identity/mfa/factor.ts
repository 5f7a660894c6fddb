import { identityError } from '../http/errors.ts';
import type { Db, FactorTable } from '../schema/tables.ts';
import { findFactors } from './repository.ts';

/** @throws AppError MFA_ENROLLMENT_NOT_FOUND when it is not one of the account's */
export async function findFactor(db: Db, accountId: string, id: string): Promise<FactorTable> {
  const factor = (await findFactors(db, accountId)).find((one) => one.id === id);
  if (!factor) throw identityError('MFA_ENROLLMENT_NOT_FOUND');
  return factor;
}

/** A second factor as its owner sees it. */
export const describeOwnFactor = (factor: FactorTable) => ({
  ...describeFactor(factor),
  ...(factor.phone_number !== null && { phoneInfo: factor.phone_number }),
});

/** A second factor as a sign-in describes it: of a phone number the end only. */
export function describeFactor(factor: FactorTable) {
  return {
    mfaEnrollmentId: factor.id,
    enrolledAt: new Date(factor.enrolled_at).toISOString(),
    ...(factor.display_name !== null && { displayName: factor.display_name }),
    ...(factor.phone_number === null ? { totpInfo: {} } : { phoneInfo: maskNumber(factor.phone_number) }),
  };
}

/** Which factor a code has just shown. */
export const describeVerifiedFactor = ({ phone_number: phoneNumber }: Pick<FactorTable, 'phone_number'>) =>
  phoneNumber === null ? { totpAuthInfo: {} } : { phoneAuthInfo: { phoneNumber } };

/** Enough to tell one's own numbers apart. */
export const maskNumber = (number: string): string => `+${'*'.repeat(number.length - 5)}${number.slice(-4)}`;
