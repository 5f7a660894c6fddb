import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { atLeast } from '#contract/lengths.ts';
import { isOneLine, isVisible } from '#contract/one-line.ts';
import { Email, Password } from '#web/session/credentials.ts';

export const LoginFields = z.object({ email: Email, password: Password });
export type LoginFields = z.infer<typeof LoginFields>;

export const RegisterFields = z.object({
  name: z
    .string(t`Name Is required`)
    .check(
      z.trim(),
      atLeast(1, t`Name Is required`),
      z.refine(isVisible, { error: t`Name Is required`, abort: true }),
      z.refine(isOneLine, t`Remove line breaks and tabs`),
    ),
  email: Email,
  password: Password,
});
export type RegisterFields = z.infer<typeof RegisterFields>;

export const ForgottenFields = z.object({ email: Email });
export type ForgottenFields = z.infer<typeof ForgottenFields>;
