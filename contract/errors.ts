/** The error codes of the product server: status and message for the person. */
export const errors = {
  'malformed-json': { status: 400, message: 'The request is not readable JSON.' },
  'bad-signature': { status: 400, message: "The event does not have the card provider's signature." },
  'not-signed-in': { status: 401, message: 'Sign in and try again.' },
  'not-paid': { status: 402, message: 'The card provider has not confirmed this payment.' },
  'credentials-refused': {
    status: 403,
    message: 'Your session is not valid. Please sign in again.',
  },
  'not-yours': { status: 403, message: 'This belongs to another person.' },
  'not-found': { status: 404, message: 'Not found.' },
  'method-not-allowed': { status: 405, message: 'This method is not allowed for this address.' },
  'already-paid': { status: 409, message: 'This appointment is already paid.' },
  'appointment-moved': { status: 409, message: 'This appointment has been moved to another day.' },
  'recent-sign-in-needed': {
    status: 409,
    message: 'Sign in again first. Your last sign-in was a while ago.',
  },
  'photo-moderated': {
    status: 409,
    message: 'This photo was taken down after reports, so it cannot be added again.',
  },
  'payment-mismatch': { status: 409, message: 'This payment does not match the appointment.' },
  'link-expired': { status: 410, message: 'This link has expired.' },
  'too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-type': { status: 415, message: 'Send this request as application/json.' },
  'invalid-fields': { status: 422, message: 'Some fields are missing or invalid.' },
  'no-email': { status: 422, message: 'This account has no email address. Add one and sign in again.' },
  'key-reused': { status: 422, message: 'This Idempotency-Key was used for another request.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'This is not available right now. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errors;
