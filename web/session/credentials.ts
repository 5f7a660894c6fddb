import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { emailShape } from '#contract/values.ts';

export const Email = z
  .string(t`Email Is required`)
  .check(
    z.trim(),
    z.minLength(1, { error: t`Email Is required`, abort: true }),
    z.regex(emailShape, t`Provide Valid Email`),
  );

/** At least six characters; never trimmed. */
export const Password = z
  .string(t`Password Is required`)
  .check(
    z.minLength(1, { error: t`Password Is required`, abort: true }),
    z.minLength(6, t`Password Length Minimum 6 character`),
  );

/** Six digits, as keyboards write them: with a space between, in Bengali too. */
export const Code = z
  .pipe(
    z.string(),
    z.transform((typed: string) =>
      typed.replaceAll(/\s/g, '').replaceAll(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit))),
    ),
  )
  .check(z.regex(/^\d{6}$/, t`Type the six digits of the code`));
