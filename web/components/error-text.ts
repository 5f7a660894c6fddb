import { t } from '@lingui/core/macro';

/** The error's own message, except for a TypeError, which is for developers, and for an empty one. */
export const errorText = (error: unknown): string =>
  (error instanceof Error && !(error instanceof TypeError) && error.message) ||
  t`Something went wrong. Try again.`;
