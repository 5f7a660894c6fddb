import { t } from '@lingui/core/macro';

/**
 * Returns the error's message, or a general text for an empty message or a TypeError, which is for
 * developers.
 */
export const errorText = (error: unknown): string =>
  (error instanceof Error && !(error instanceof TypeError) && error.message) ||
  t`Something went wrong. Try again.`;
