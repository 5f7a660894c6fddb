import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';

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

/** PostgreSQL's text cannot hold the character 0, and no honest input does. */
export function refuseNulCharacters(value: unknown, name = 'body'): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new AppError('invalid-fields', {
      fields: { [name]: 'Contains a character that cannot be stored' },
    });
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) refuseNulCharacters(inner, key);
  }
}
