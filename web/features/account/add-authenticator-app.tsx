import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import type { Enrollment } from '#web/auth/identity.ts';
import { siteName } from '#web/before-react/page-data.ts';
import { restoreLostFocus } from '#web/components/focus-on-mount.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { type AddMethodProps, CancelButton, EnrollmentCode } from './enrollment-code.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

const QrCode = lazyComponent(
  () => import('#web/components/qr-code.tsx'),
  () => (
    <p className="bb-hint">
      <Trans>The QR code did not load. Enter the key below instead.</Trans>
    </p>
  ),
);

/** Shows the key of a new authenticator app as a QR code and as text, and asks for its first code. */
export function AddAuthenticatorApp({ onDone, onCancel }: AddMethodProps) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const [app, setApp] = useState<Enrollment & { key: string; link: string }>();
  const { failure, attempt } = useFormAction();

  const startEnrollment = useEffectEvent(() =>
    attempt(
      async () => setApp(await retryAfterSignIn((await loadIdentityClient()).factors.addApp)),
      onCancel,
    ),
  );
  useEffect(() => void startEnrollment(), []);

  if (failure !== undefined) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError text={failure} />
        <CancelButton onClick={onCancel} />
      </div>
    );
  }
  if (!app) return <Spinner label={t`Preparing`} />;
  return (
    <div className="grid gap-4">
      <p ref={restoreLostFocus} tabIndex={-1}>
        <Trans>
          Scan this QR code with an authenticator app, such as Google Authenticator, Aegis or FreeOTP.
        </Trans>
      </p>
      {/* This element is as high as the QR code, because a button that moves while it is pressed receives no
          click. */}
      <div className="grid min-h-56 items-center justify-items-start">
        <Suspense fallback={<Spinner label={t`Loading the QR code`} />}>
          <QrCode value={app.link} label={t`QR code for your authenticator app`} />
        </Suspense>
      </div>
      <a className="bb-text-link justify-self-start" href={app.link}>
        <Trans>Open the app on this device</Trans>
      </a>
      <p>
        <Trans>
          Or enter this key in the app: <code className="break-words">{groupByFour(app.key)}</code>
        </Trans>
      </p>
      <EnrollmentCode
        enrollment={app}
        hint={t`The 6-digit code that the app shows for ${{ site: siteName() }}`}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  );
}

const groupByFour = (key: string): string | undefined => key.match(/.{1,4}/g)?.join(' ');
