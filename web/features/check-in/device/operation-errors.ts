import { t } from '@lingui/core/macro';
import { ApiError } from '#web/api/errors.ts';
import { isUnreachable } from '#web/api/is-unreachable.ts';
import { staffErrorText } from '../../staff/error-texts.ts';

/**
 * Whether to keep an operation and try again: our server did not respond, the shift or session has ended, or
 * the second factor is missing.
 */
export const isTemporary = (error: unknown): boolean =>
  isUnreachable(error) ||
  (error instanceof ApiError &&
    ([401, 403].includes(error.status) || ['shift-ended', 'second-factor-needed'].includes(error.code)));

/** Says why the server rejected an operation, and what to do. */
export function explainRejection(cause: unknown): string {
  // If the appointment was moved to another day, door staff get a 404, and other roles an error in the field
  // `status`.
  if (cause instanceof ApiError && (cause.status === 404 || cause.fields?.status))
    return t`The donor has canceled or moved this appointment, or its day is over. If they are here, add them as a walk-in.`;
  return staffErrorText(cause);
}
