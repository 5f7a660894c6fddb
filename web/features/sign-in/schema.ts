import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { minLengthMessage } from '#contract/lengths.ts';
import { Email, Password, VisibleName } from '#web/auth/credentials.ts';

export const LoginFields = z.object({ email: Email, password: Password });

export const RegisterFields = z.object({ name: VisibleName, email: Email, password: Password });

export const EmailFields = z.object({ email: Email });

/** Any length, because an existing password may be older than the current minimum length. */
export const ExistingPassword = z.string().check(minLengthMessage(1, t`Password Is required`));
