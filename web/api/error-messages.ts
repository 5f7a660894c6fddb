import { t } from '@lingui/core/macro';
import { fieldMessage } from '#web/i18n/field-messages.ts';

/** Translated messages of the errors in contract/errors.ts, keyed by error code. */
const messages: Record<string, string> = {
  'malformed-json': t`The request is not readable JSON.`,
  'not-signed-in': t`Sign in and try again.`,
  'not-paid': t`The card provider has not confirmed this payment.`,
  'credentials-refused': t`Your session has expired. Sign in again.`,
  'not-yours': t`You don't have access to this. Sign in with the account it belongs to.`,
  'not-found': t`Not found.`,
  'method-not-allowed': t`This method is not allowed for this address.`,
  'already-paid': t`This appointment is already paid.`,
  'already-recorded': t`The donation center has recorded this appointment, so it can no longer be changed.`,
  'no-fee': t`There is nothing to pay for this appointment.`,
  'appointment-canceled': t`This appointment is canceled.`,
  'appointment-moved': t`This appointment has been moved to another day.`,
  'recent-sign-in-needed': t`Sign in again first. Your last sign-in was a while ago.`,
  'second-factor-needed': t`To open this, turn on two-step verification for your account.`,
  'shift-ended': t`Your shift on this device has ended. Sign in again to start a new one.`,
  'day-closed': t`The center is closed on this day.`,
  'day-has-free-slots': t`This day has free places. Request an appointment instead.`,
  'day-taken': t`You already have an appointment on this day.`,
  'slot-taken': t`Somebody else has this place now, or it is closed. If the donor is here, add them as a walk-in.`,
  'already-chosen': t`You have already responded to this offer.`,
  'objection-closed': t`You can't object to this decision.`,
  'photo-moderated': t`This photo was hidden after members reported it. You can't add it again.`,
  'payment-mismatch': t`This payment does not match the appointment.`,
  'link-expired': t`This link has expired.`,
  'too-large': t`This is too large to send. Shorten it and try again.`,
  'unsupported-type': t`Send this request as application/json.`,
  'invalid-fields': t`Check what you entered and try again.`,
  'no-email': t`This account has no email address. Add one and sign in again.`,
  'key-reused': t`This Idempotency-Key was used for another request.`,
  'too-many-requests': t`Too many attempts. Please wait a moment and try again.`,
  internal: t`Something went wrong on our side. Try again.`,
  unavailable: t`This is not available right now. Try again later.`,
};

const texts = new Map(Object.entries(messages));

/**
 * Returns our text for an error code, in this page's language: for refused fields, the message of each. The
 * staff pages add texts for more codes (staff/error-texts.ts).
 */
export const getErrorMessage = (code: string, fields: Record<string, string> = {}): string =>
  (code === 'invalid-fields' && Object.values(fields).map(fieldMessage).join('. ')) ||
  (texts.get(code) ?? t`Something went wrong. Try again.`);

/** Translates validation messages, which are keyed by field name. */
export const translateFields = (fields: Record<string, string> | undefined) =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fieldMessage(text)]));

/** Returns how many seconds to wait before the next request. */
export function readRetryAfter(response: Response): number | undefined {
  const header = response.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  // Measure from the Date header, which the same server has set.
  const waitMs = Date.parse(header) - Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs / 1000);
}
