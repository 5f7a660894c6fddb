import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { nameHasInvisible } from '#contract/invisible.ts';
import { maxLengthCheck } from '#contract/lengths.ts';
import { VisibleName } from '#web/auth/credentials.ts';

export const Name = VisibleName.check(
  maxLengthCheck(100, t`At most 100 characters`),
  z.refine((text) => !nameHasInvisible(text), t`Remove invisible characters, or type this again`),
);
