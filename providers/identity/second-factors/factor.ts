import type { FactorTable } from '../schema/tables.ts';

/** A second factor as its owner sees it. */
export const describeOwnFactor = (factor: FactorTable) => ({
  ...describeFactor(factor),
  ...(factor.phone_number !== null && { phoneInfo: factor.phone_number }),
});

/** A second factor as a sign-in tells of it: of a phone number the end only. */
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
