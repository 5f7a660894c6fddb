import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import type { Enrollment } from '#web/auth/mfa-methods.ts';
import { Button } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { type AddingProps, EnrollmentCode } from './enrollment-code.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

const QrCode = lazyComponent(
  () => import('#web/components/qr-code.tsx'),
  () => (
    <p className="bb-hint">
      <Trans>The picture did not load. Type the key below instead.</Trans>
    </p>
  ),
);

/** Shows the key of a new authenticator app, as a picture and to type, and takes its first code. */
export function AddAuthenticatorApp({ onDone, onCancel }: AddingProps) {
  const recently = useRetryAfterSignIn();
  const [app, setApp] = useState<Enrollment & { key: string; link: string }>();
  const { failure, attempt } = useFormAction();

  const begin = useEffectEvent(() =>
    attempt(async () => setApp(await recently((await loadIdentityClient()).factors.addApp)), onCancel),
  );
  useEffect(() => void begin(), []);

  if (failure !== undefined) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError text={failure} />
        <Button look="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    );
  }
  if (!app) return <Spinner label={t`Preparing`} />;
  return (
    <div className="grid gap-4">
      <p>
        <Trans>
          Scan this picture with an authenticator app: Google Authenticator, Aegis, FreeOTP or another.
        </Trans>
      </p>
      <Suspense fallback={<Spinner label={t`Drawing`} />}>
        <QrCode text={app.link} label={t`QR code for your authenticator app`} />
      </Suspense>
      <a className="bb-text-link justify-self-start" href={app.link}>
        <Trans>The app is on this device: open it</Trans>
      </a>
      <p>
        <Trans>
          Or type this key into the app: <code className="break-words">{inFours(app.key)}</code>
        </Trans>
      </p>
      <EnrollmentCode
        enrolment={app}
        hint={t`The six digits that the app shows for Blood Buddies`}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  );
}

const inFours = (key: string): string | undefined => key.match(/.{1,4}/g)?.join(' ');
