import * as z from 'zod/mini';

/**
 * Length checks that stop validation when they fail, so that no later pattern or check sees a text of the wrong length.
 * `npm run check` rejects `z.maxLength` and `z.minLength` in other files.
 */
export const maxLengthMessage = (length: number, error?: string) =>
  z.maxLength(length, { abort: true, ...(error !== undefined && { error }) });

export const minLengthMessage = (length: number, error?: string) =>
  z.minLength(length, { abort: true, ...(error !== undefined && { error }) });
