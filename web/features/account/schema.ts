import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { atLeast, atMost } from '#contract/lengths.ts';
import { isOneLine, isVisible } from '#contract/one-line.ts';
import { Email, Password } from '#web/session/credentials.ts';

export const NameFields = z.object({
  name: z
    .string(t`Name Is required`)
    .check(
      z.trim(),
      atLeast(1, t`Name Is required`),
      atMost(100, t`At most 100 characters`),
      z.refine(isVisible, { error: t`Name Is required`, abort: true }),
      z.refine(isOneLine, t`Remove line breaks and tabs`),
    ),
});
export const EmailFields = z.object({ email: Email });
export const PasswordFields = z.object({ password: Password });
/** An existing password: an older one may be shorter than a new one has to be. */
export const CurrentPasswordFields = z.object({
  password: z.string().check(atLeast(1, t`Password Is required`)),
});
export const ChangedPasswordFields = z.object({
  currentPassword: z.string().check(atLeast(1, t`Password Is required`)),
  password: Password,
});
