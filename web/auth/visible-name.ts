import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { nameHasInvisible } from '#contract/invisible.ts';
import { minLengthCheck } from '#contract/lengths.ts';
import { isSingleLine, isVisible } from '#contract/single-line.ts';

/** Trimmed, any length. */
export const VisibleName = z.string(t`Name Is required`).check(
  z.trim(),
  minLengthCheck(1, t`Name Is required`),
  z.refine(isVisible, { error: t`Name Is required`, abort: true }),
  z.refine(isSingleLine, { error: t`Remove line breaks and tabs`, abort: true }),
  z.refine((text) => !nameHasInvisible(text), t`Remove invisible characters, or type this again`),
);
