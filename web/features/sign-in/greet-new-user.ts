import { t } from '@lingui/core/macro';
import type { Entered } from '#web/session/session.tsx';
import { toast } from '#web/ui/toast.ts';

/** After Google login and registration, never on the email login page: SPEC.md section 8. */
export function greetNewUser({ created }: Entered): void {
  if (created) toast.success(t`User Created Successfully`);
}
