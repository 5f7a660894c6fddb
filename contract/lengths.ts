import * as z from 'zod/mini';

/**
 * Length checks that abort validation, so that no pattern runs on text that is too long. Use them in place of
 * `z.maxLength` and `z.minLength`.
 */
export const maxLengthCheck = (length: number, error?: string) =>
  z.maxLength(length, { abort: true, ...(error !== undefined && { error }) });

export const minLengthCheck = (length: number, error?: string) =>
  z.minLength(length, { abort: true, ...(error !== undefined && { error }) });
