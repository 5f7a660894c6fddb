import type { FactorTable } from '../schema/tables.ts';

/** A second factor as lookup and sign-in tell of it; of a phone number the end only. */
export function describeFactor(factor: FactorTable) {
  return {
    mfaEnrollmentId: factor.id,
    enrolledAt: new Date(factor.enrolled_at).toISOString(),
    ...(factor.display_name !== null && { displayName: factor.display_name }),
    ...(factor.phone_number === null ? { totpInfo: {} } : { phoneInfo: maskNumber(factor.phone_number) }),
  };
}

/** Enough to tell one's own numbers apart. */
export const maskNumber = (number: string): string => `+${'*'.repeat(number.length - 5)}${number.slice(-4)}`;
