import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { maxLengthMessage, minLengthMessage } from '#contract/lengths.ts';
import { VisibleName } from '#web/auth/credentials.ts';

export const Name = VisibleName.check(maxLengthMessage(100, t`At most 100 characters`));

/** Any length, because an existing password may be older than the current minimum length. */
export const ExistingPassword = z.string().check(minLengthMessage(1, t`Password Is required`));
