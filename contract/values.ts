/** What an appointment costs at a site whose owner has set no fee, in the smallest unit of the currency. */
export const serviceCharge = { amount: 500, currency: 'usd' } as const;

export const bloodGroups = ['A+', 'O+', 'B+', 'AB+', 'A-', 'O-', 'B-', 'AB-'] as const;
export type BloodGroup = (typeof bloodGroups)[number];

/** Masks an email address: `rahim@example.org` becomes `r***@***`. */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}***@***`;

/**
 * FHIR's statuses of an appointment, `deferred` (may donate from a later day) and `not-given` (came, and gave
 * no blood). `fulfilled`: gave blood.
 */
export const appointmentStatuses = [
  'booked',
  'arrived',
  'fulfilled',
  'cancelled',
  'noshow',
  'deferred',
  'not-given',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/**
 * `center`: canceled by the center. `address-unconfirmed`: canceled by the site, because the donor's address
 * was not confirmed.
 */
export const cancellationReasons = ['center', 'address-unconfirmed'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];
