import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { maxLengthCheck, minLengthCheck } from '#contract/lengths.ts';
import { EMAIL_PATTERN, isSingleLine, isVisible, MAX_EMAIL_LENGTH } from '#contract/single-line.ts';

export const Email = z
  .string(t`Email Is required`)
  .check(
    z.trim(),
    minLengthCheck(1, t`Email Is required`),
    maxLengthCheck(MAX_EMAIL_LENGTH, t`Provide Valid Email`),
    z.regex(EMAIL_PATTERN, t`Provide Valid Email`),
  );

/** A password of at least six characters, which is not trimmed. */
export const Password = z
  .string(t`Password Is required`)
  .check(
    minLengthCheck(1, t`Password Is required`),
    minLengthCheck(6, t`Password Length Minimum 6 character`),
  );

/** A name of any length, trimmed, with visible characters and without line breaks. */
export const VisibleName = z
  .string(t`Name Is required`)
  .check(
    z.trim(),
    minLengthCheck(1, t`Name Is required`),
    z.refine(isVisible, { error: t`Name Is required`, abort: true }),
    z.refine(isSingleLine, t`Remove line breaks and tabs`),
  );
