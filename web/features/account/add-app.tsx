import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Enrolment } from '#web/session/second-factors.ts';
import { openIdentity } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EnrolmentCode } from './enrolment-code.tsx';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';

const QrCode = lazyPart(
  () => import('#web/ui/qr-code.tsx'),
  () => <p className="bb-hint">The picture did not load. Type the key below instead.</p>,
);

type Props = { signInAgain: () => Promise<boolean>; onDone: () => void; onCancel: () => void };

/** Shows the key of a new authenticator app, as a picture and to type, and takes its first code. */
export function AddApp({ signInAgain, onDone, onCancel }: Props) {
  const [app, setApp] = useState<Enrolment & { key: string; link: string }>();
  const { failure, attempt } = useAttempt();

  const begin = useEffectEvent(() =>
    attempt(async () => {
      const { factors } = await openIdentity();
      const begun = await recently(factors.addApp, signInAgain);
      if (begun) setApp(begun);
      else onCancel();
    }),
  );
  useEffect(() => void begin(), []);

  if (failure !== undefined) {
    return (
      <div className="grid justify-items-start gap-3">
        <Refusal text={failure} />
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  if (!app) return <Spinner label="Preparing" />;
  return (
    <div className="grid gap-4">
      <p>Scan this picture with an authenticator app: Google Authenticator, Aegis, FreeOTP or another.</p>
      <Suspense fallback={<Spinner label="Drawing" />}>
        <QrCode text={app.link} label="QR code for your authenticator app" />
      </Suspense>
      <a className="bb-text-link justify-self-start" href={app.link}>
        The app is on this device: open it
      </a>
      <p>
        Or type this key into the app:{' '}
        <code className="break-words">{app.key.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <EnrolmentCode
        enrolment={app}
        hint="The six digits that the app shows for Blood Buddies"
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  );
}
