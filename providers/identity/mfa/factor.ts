import { identityError } from '../http/errors.ts';
import type { Db, FactorRow } from '../schema/tables.ts';
import { findFactors } from './repository.ts';

/** @throws AppError MFA_ENROLLMENT_NOT_FOUND when the account does not have this factor */
export async function findFactor(db: Db, accountId: string, id: string): Promise<FactorRow> {
  const factor = (await findFactors(db, accountId)).find((one) => one.id === id);
  if (!factor) throw identityError('MFA_ENROLLMENT_NOT_FOUND');
  return factor;
}

/** Describes a second factor to its signed-in owner. */
export const describeOwnFactor = (factor: FactorRow) => ({
  ...describeFactor(factor),
  ...(factor.phone_number !== null && { phoneInfo: factor.phone_number }),
});

/** Describes a second factor during sign-in, with a masked phone number. */
export function describeFactor(factor: FactorRow) {
  return {
    mfaEnrollmentId: factor.id,
    enrolledAt: new Date(factor.enrolled_at).toISOString(),
    ...(factor.display_name !== null && { displayName: factor.display_name }),
    ...(factor.phone_number === null ? { totpInfo: {} } : { phoneInfo: maskNumber(factor.phone_number) }),
  };
}

/** Describes the factor whose code was verified. */
export const describeVerifiedFactor = ({ phone_number: phoneNumber }: Pick<FactorRow, 'phone_number'>) =>
  phoneNumber === null ? { totpAuthInfo: {} } : { phoneAuthInfo: { phoneNumber } };

/** Masks all digits except the last four. */
export const maskNumber = (number: string): string => `+${'*'.repeat(number.length - 5)}${number.slice(-4)}`;
