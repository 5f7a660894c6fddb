import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { addPasskey, startOffer } from '#web/auth/passkeys.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { toast } from '#web/components/toast.ts';
import { failureText } from './failure-text.ts';

/** Offers a passkey after a sign-in with a password, once on each device. */
export default function PasskeyOffer({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { failure, isBusy, attempt } = useFormAction(failureText);

  const open = useEffectEvent(async () => {
    if (await startOffer().catch(() => false)) setIsOpen(true);
    else onDone();
  });
  useEffect(() => void open(), []);

  const add = () =>
    attempt(async () => {
      await addPasskey();
      toast.success(t`Your passkey is ready`);
      onDone();
    });

  if (!isOpen) return <Spinner label={t`Signing in`} />;
  return (
    <div className="grid gap-4">
      <h1 ref={focusOnMount} tabIndex={-1}>
        <Trans>Sign in without a password next time</Trans>
      </h1>
      <p>
        <Trans>
          Use the fingerprint, face or screen lock of this device. We never receive it. You can remove the
          passkey on your account page.
        </Trans>
      </p>
      <FormError text={failure} />
      <div className="grid gap-3">
        <Button isBusy={isBusy} onClick={() => void add()}>
          <Trans>Create a passkey</Trans>
        </Button>
        <Button variant="text" onClick={onDone}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </div>
  );
}
