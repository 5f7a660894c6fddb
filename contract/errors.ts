/** The error codes of the product server, each with its HTTP status and the message that people read. */
export const errors = {
  'malformed-json': { status: 400, message: 'The request is not readable JSON.' },
  'bad-signature': { status: 400, message: "The event does not have the card provider's signature." },
  'not-signed-in': { status: 401, message: 'Sign in and try again.' },
  'not-paid': { status: 402, message: 'The card provider has not confirmed this payment.' },
  'credentials-refused': {
    status: 403,
    message: 'Your session has expired. Sign in again.',
  },
  'not-yours': {
    status: 403,
    message: "You don't have access to this. Sign in with the account it belongs to.",
  },
  'not-found': { status: 404, message: 'Not found.' },
  'method-not-allowed': { status: 405, message: 'This method is not allowed for this address.' },
  'already-paid': { status: 409, message: 'This appointment is already paid.' },
  'already-recorded': {
    status: 409,
    message: 'The donation center has recorded this appointment, so it can no longer be changed.',
  },
  'no-fee': { status: 409, message: 'There is nothing to pay for this appointment.' },
  'appointment-canceled': { status: 409, message: 'This appointment is canceled.' },
  'appointment-moved': { status: 409, message: 'This appointment has been moved to another day.' },
  'recent-sign-in-needed': {
    status: 409,
    message: 'Sign in again first. Your last sign-in was a while ago.',
  },
  'second-factor-needed': {
    status: 409,
    message: 'To open this, turn on two-step verification for your account.',
  },
  'shift-ended': {
    status: 409,
    message: 'Your shift on this device has ended. Sign in again to start a new one.',
  },
  'last-owner': {
    status: 409,
    message: 'The site needs an owner. Make somebody else an owner first.',
  },
  'owner-account': {
    status: 409,
    message: "An owner's account can't be disabled or deleted. Remove the role Owner first.",
  },
  'deletion-too-early': {
    status: 409,
    message: 'Another owner can confirm the deletion now, or you can a day after you requested it.',
  },
  'account-disabled': {
    status: 409,
    message: 'This account is disabled. Enable it under Accounts first.',
  },
  'accounts-elsewhere': {
    status: 409,
    message: 'Firebase has the accounts of this site. Change this account in its console.',
  },
  'payment-decided': {
    status: 409,
    message: 'This payment is already refunded or needs no decision any more.',
  },
  'log-broken': {
    status: 409,
    message: 'The log is broken, so nothing was changed. An owner can verify it on the page Log.',
  },
  'log-protected': {
    status: 409,
    message: 'The database of this site protects the log. Whoever runs the server can delete old entries.',
  },
  'backup-running': { status: 409, message: 'A backup is being made. Wait until it is finished.' },
  'backup-unavailable': {
    status: 409,
    message: 'This site makes no backups here. Set BACKUP_DIR, or back up PostgreSQL with its own tools.',
  },
  'changed-meanwhile': {
    status: 409,
    message: 'Somebody else has changed this meanwhile. Open it again to see how it is now.',
  },
  'changed-elsewhere': {
    status: 409,
    message: 'This was changed elsewhere. Compare both versions, then save yours again.',
  },
  'too-many-items': { status: 409, message: 'There are 500 of these already. Delete one first.' },
  'too-much-content': {
    status: 409,
    message: 'All texts of the site together are too long. Shorten or delete something first.',
  },
  'name-taken': { status: 409, message: 'There is a center with this name already.' },
  'day-closed': { status: 409, message: 'The center is closed on this day.' },
  'day-has-free-slots': {
    status: 409,
    message: 'This day has free places. Request an appointment instead.',
  },
  'day-taken': { status: 409, message: 'You already have an appointment on this day.' },
  'slot-taken': {
    status: 409,
    message:
      'Somebody else has this place now, or it is closed. If the donor is here, add them as a walk-in.',
  },
  'refund-ordered': {
    status: 409,
    message:
      'The payment is being refunded, so the cancellation can no longer be undone. If the donor comes, record the arrival.',
  },
  'already-chosen': { status: 409, message: 'You have already responded to this offer.' },
  'nothing-to-do': { status: 409, message: 'This appointment no longer waits for that. Reload the page.' },
  'email-set-by-operator': {
    status: 409,
    message: 'The email server is set by SMTP_URL. Remove SMTP_URL and restart the site to set it here.',
  },
  'photo-moderated': {
    status: 409,
    message: "This photo was hidden after members reported it. You can't add it again.",
  },
  'item-claimed': {
    status: 409,
    message: 'Somebody else is looking at this. Continue with the next one.',
  },
  'already-decided': { status: 409, message: 'Somebody else has already decided this.' },
  'group-unsuitable': {
    status: 409,
    message: 'This patient needs another blood group than yours. Thank you for your offer.',
  },
  'donor-waits': {
    status: 409,
    message:
      "You can't give blood yet, because the time since your last donation is too short or a center asked you to wait.",
  },
  'address-unconfirmed': {
    status: 409,
    message: 'Confirm your email address first. The link is in the email that you received.',
  },
  'decision-final': {
    status: 409,
    message: 'This decision is final, because its author has objected already.',
  },
  'undo-expired': { status: 409, message: 'It is too late to undo this decision.' },
  'objection-closed': { status: 409, message: "You can't object to this decision." },
  'payment-mismatch': { status: 409, message: 'This payment does not match the appointment.' },
  'request-over': { status: 410, message: 'This request is over. Thank you.' },
  'link-expired': { status: 410, message: 'This link has expired.' },
  'too-large': { status: 413, message: 'This is too large to send. Shorten it and try again.' },
  'unsupported-type': { status: 415, message: 'Send this request as application/json.' },
  'invalid-fields': { status: 422, message: 'Check what you entered and try again.' },
  'no-email': { status: 422, message: 'This account has no email address. Add one and sign in again.' },
  'unreadable-walk-in': {
    status: 422,
    message:
      "This walk-in can't be read, so it was not added. Ask the donor for the details and add them again.",
  },
  'key-reused': { status: 422, message: 'This Idempotency-Key was used for another request.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Try again.' },
  unavailable: { status: 503, message: 'This is not available right now. Try again later.' },
} as const;

export type ErrorCode = keyof typeof errors;
