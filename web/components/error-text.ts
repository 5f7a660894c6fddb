import { t } from '@lingui/core/macro';

/** The error's own message, unless it is one of JavaScript's or of the browser, which are for developers. */
export const errorText = (error: unknown): string =>
  error instanceof Error && !isForDevelopers(error) ? error.message : t`Something went wrong. Try again.`;

const isForDevelopers = (error: Error): boolean =>
  [TypeError, SyntaxError, RangeError, DOMException].some((type) => error instanceof type);
