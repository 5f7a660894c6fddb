import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { isStorable } from '#platform/text.ts';

/**
 * The value, as the schema reads it.
 * @throws AppError invalid-fields (422) naming each field that is wrong
 */
export function checkFields<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message === 'Invalid input' ? 'Missing or of the wrong kind' : issue.message;
  }
  throw new AppError('invalid-fields', { fields });
}

/** A list of what is still to be looked at, not a call within a call: 64 KB can nest deeper than the stack reaches. */
export function refuseUnstorable(sent: unknown): void {
  const waiting: [name: string, value: unknown][] = [['body', sent]];
  for (const [name, value] of waiting) {
    if (typeof value === 'string' && !isStorable(value)) {
      throw new AppError('invalid-fields', {
        fields: { [name]: 'Contains a character that cannot be stored' },
      });
    }
    if (typeof value === 'object' && value !== null) {
      for (const entry of Object.entries(value)) waiting.push(entry);
    }
  }
}
