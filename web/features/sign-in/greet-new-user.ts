import { t } from '@lingui/core/macro';
import type { SignInResult } from '#web/auth/sign-in.ts';
import { toast } from '#web/components/toast.ts';

/** Receives the error that a sign-in method threw, or `undefined` when a new attempt starts. */
export type OnFailure = (error: unknown) => void;

/**
 * Shows a toast to a new user after Google login and registration, never on the email login page
 * (specification, section 8).
 */
export function greetNewUser({ created }: SignInResult, more?: string): void {
  if (created) toast.success(t`User Created Successfully`, more);
}
