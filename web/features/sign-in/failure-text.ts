import { t } from '@lingui/core/macro';
import type { SignInResult } from '#web/auth/auth-provider.tsx';
import { toast } from '#web/components/toast.ts';

/** What the form says in red: the words of whoever refused. A TypeError speaks to developers. */
export const failureText = (error: unknown): string =>
  error instanceof Error && !(error instanceof TypeError) && error.message
    ? error.message
    : t`Signing in did not work. Please try again.`;

/** Takes what a way to sign in threw, and `undefined` while it tries again. */
export type OnFailure = (error: unknown) => void;

/** After Google login and registration, never on the email login page: SPEC.md section 8. */
export function greetNewUser({ created }: SignInResult): void {
  if (created) toast.success(t`User Created Successfully`);
}
