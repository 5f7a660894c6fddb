import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { isOneLine } from '#contract/one-line.ts';
import { Email, Password } from '#web/session/credentials.ts';

export const NameFields = z.object({
  name: z
    .string(t`Name Is required`)
    .check(
      z.trim(),
      z.minLength(1, t`Name Is required`),
      z.refine(isOneLine, t`Remove line breaks and tabs`),
      z.maxLength(100, t`At most 100 characters`),
    ),
});
export const EmailFields = z.object({ email: Email });
export const PasswordFields = z.object({ password: Password });
export const ChangedPasswordFields = z.object({
  currentPassword: z.string().check(z.minLength(1, t`Password Is required`)),
  password: Password,
});
