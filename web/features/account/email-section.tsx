import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeEmail } from '#web/auth/account.ts';
import { Email } from '#web/auth/credentials.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { TextField } from '#web/components/field.tsx';
import { Icon } from '#web/components/icon.tsx';
import { checkIcon } from '#web/components/icons.ts';
import { toast } from '#web/components/toast.ts';
import { useFields } from '#web/components/use-fields.ts';
import { ConfirmEmailButton } from './confirm-email-notice.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

/** Shows the address and whether it is confirmed, and lets the user change it. */
export function EmailSection({ email, isVerified }: { email: string; isVerified: boolean }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong className="min-w-0 break-words">{email}</strong>
        {isVerified ? (
          <span className={successMark}>
            <Icon path={checkIcon} size={1} />
            <Trans>Confirmed</Trans>
          </span>
        ) : (
          <span className={pendingMark}>
            <Trans>Not confirmed yet</Trans>
          </span>
        )}
      </div>
      {!isVerified && (
        <div className="grid justify-items-start gap-3">
          <p>
            <Trans>To confirm that this address is yours, open the link in our email.</Trans>
          </p>
          <ConfirmEmailButton />
        </div>
      )}
      <EmailForm email={email} />
    </>
  );
}

/** Emails a link to the new address, which replaces the current one when the link is opened. */
function EmailForm({ email }: { email: string }) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const [sentTo, setSentTo] = useState<string>();
  const { form, field } = useFields(z.object({ email: Email }), { defaultValues: { email: '' } });
  return (
    <ActionForm
      form={form}
      submitLabel={t`Change email`}
      variant="outlined"
      onSubmit={async (fields) => {
        await retryAfterSignIn(() => changeEmail(fields.email));
        setSentTo(fields.email);
        toast.success(t`We sent a link to your new address`);
        form.reset();
      }}
    >
      <TextField
        {...field('email')}
        label={t`New email address`}
        hint={t`We'll email a link to the new address. After you open it, sign in with the new address.`}
        type="email"
        autoComplete="email"
      />
      <p role="status">
        {sentTo && t`Open the link that we emailed to ${sentTo}. Until then, your address is still ${email}.`}
      </p>
    </ActionForm>
  );
}
