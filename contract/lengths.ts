import * as z from 'zod/mini';

/**
 * Length checks that end the validation of a value when they fail: no pattern or other check behind them ever sees a
 * text that is too long or too short. `npm run check` refuses `z.maxLength` and `z.minLength` anywhere else.
 */
export const maxLengthMessage = (length: number, error?: string) =>
  z.maxLength(length, { abort: true, ...(error !== undefined && { error }) });

export const minLengthMessage = (length: number, error?: string) =>
  z.minLength(length, { abort: true, ...(error !== undefined && { error }) });
