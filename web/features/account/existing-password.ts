import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { minLengthCheck } from '#contract/lengths.ts';

/**
 * Any text except the empty one, because an existing password may be older than the current minimum length.
 */
export const ExistingPassword = z.string().check(minLengthCheck(1, t`Password Is required`));
