import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { hasInvisible } from '#contract/invisible.ts';
import { Email, Password } from '#web/auth/credentials.ts';
import { VisibleName } from '#web/auth/visible-name.ts';

const NewEmail = Email.check(z.refine((text) => !hasInvisible(text), t`Provide Valid Email`));

export const RegisterFields = z.object({ name: VisibleName, email: NewEmail, password: Password });
