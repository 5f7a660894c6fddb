import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/auth/auth-provider.tsx';
import { verifyEmail } from '#web/auth/sign-in.ts';
import { ActionButton } from '#web/components/action-form.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';

/** Emails the user a link that confirms their address and leads back to this page. */
export function ConfirmEmail({ children = <Trans>Send me the link</Trans> }: { children?: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [isSent, setIsSent] = useState(false);
  const email = user?.email ?? '';
  return (
    <div className="grid justify-items-start gap-3 wrap-anywhere">
      <p role="status" ref={isSent ? focusOnMount : undefined} tabIndex={-1}>
        {isSent && t`We sent a link to ${email}. Open it, then come back to this page.`}
      </p>
      {!isSent && (
        <ActionButton variant="outlined" onAction={() => verifyEmail(pathname).then(() => setIsSent(true))}>
          {children}
        </ActionButton>
      )}
    </div>
  );
}
