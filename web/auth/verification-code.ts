import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { toAsciiDigits } from '#contract/digits.ts';

/** A code of six digits, which may be typed with spaces, dashes or Bengali digits. */
export const Code = z
  .pipe(
    z.string(),
    z.transform((typed: string) => toAsciiDigits(typed).replaceAll(/[\s-]/g, '')),
  )
  .check(z.regex(/^\d{6}$/, t`Enter the 6-digit code`));
