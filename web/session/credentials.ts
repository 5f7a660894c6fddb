import * as z from 'zod/mini';
import { emailShape } from '#contract/values.ts';

export const Email = z
  .string('Email Is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email Is required', abort: true }),
    z.regex(emailShape, 'Provide Valid Email'),
  );

/** At least six characters; never trimmed. */
export const Password = z
  .string('Password Is required')
  .check(
    z.minLength(1, { error: 'Password Is required', abort: true }),
    z.minLength(6, 'Password Length Minimum 6 character'),
  );

/** Six digits, as keyboards write them: with a space between, in Bengali too. */
export const Code = z
  .pipe(
    z.string(),
    z.transform((typed: string) =>
      typed.replaceAll(/\s/g, '').replaceAll(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit))),
    ),
  )
  .check(z.regex(/^\d{6}$/, 'Type the six digits of the code'));
