import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

/**
 * Validates a form of flat fields with a schema: an error for each invalid field, with the message of its first issue.
 * @hookform/resolvers also supports older schemas; this is 1 KiB less for every page with a form.
 */
export const schemaResolver =
  <Input extends FieldValues, Output>(
    schema: z.ZodMiniType<Output, Input>,
  ): Resolver<Input, unknown, Output> =>
  async (values) => {
    const { error, data } = await z.safeParseAsync(schema, values);
    if (!error) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code: type, message } of error.issues) errors[path.join('.')] ??= { type, message };
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
