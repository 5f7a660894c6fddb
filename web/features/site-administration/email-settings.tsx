import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type getSettings, removeEmailServer, sendTestEmail } from '#contract/staff-settings.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { SectionDone } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { EmailServerForm } from './email-server-form.tsx';

type Email = ResponseOf<typeof getSettings>['email'];
type Props = { email: Email; onChanged: () => Promise<unknown> };

/** Shows how the site sends emails, a button that sends a test, and the settings form. */
export function EmailSettings({ email, onChanged }: Props) {
  const { user } = useSession();
  const cache = useQueryClient();
  const [done, setDone] = useState<string>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const { source } = email;

  /** Runs a change, loads the settings again, and reports the outcome. */
  const change = async (action: () => Promise<string>) => {
    setDone(undefined);
    const message = await action();
    await onChanged();
    await cache.invalidateQueries({ queryKey: ['staff', user?.uid, 'checklist'] });
    setDone(message);
  };

  const sendTest = () =>
    attempt(() =>
      change(async () => {
        const { outcome } = await call(sendTestEmail, { body: {} });
        if (outcome !== 'sent') throw new Error(failureTexts[outcome]);
        const address = user?.email ?? '';
        return t`The email server accepted a test email to ${address}. Check your inbox.`;
      }),
    );

  async function remove() {
    const isConfirmed = await confirmDialog({
      title: t`Remove the email server?`,
      text: t`Your site then sends no emails. They become files on the server.`,
    });
    if (!isConfirmed) return;
    await attempt(() =>
      change(async () => {
        await call(removeEmailServer);
        return t`The email server is removed.`;
      }),
    );
  }

  return (
    <>
      <EmailState email={email} />
      <FormError text={failure} />
      <SectionDone text={done} />
      {source !== 'files' && (
        <Button className="justify-self-start" isBusy={isBusy} onClick={() => void sendTest()}>
          <Trans>Send a test email</Trans>
        </Button>
      )}
      {source !== 'environment' && <EmailServerForm key={source} email={email} onSave={change} />}
      {source === 'page' && (
        <Button variant="outlined" className="justify-self-start" onClick={() => void remove()}>
          <Trans>Remove the email server</Trans>
        </Button>
      )}
    </>
  );
}

function EmailState({ email: { source, testedAt } }: { email: Email }) {
  if (source === 'environment')
    return (
      <p>
        <Trans>SMTP_URL sets the email server. To set it here, remove SMTP_URL and restart the site.</Trans>
      </p>
    );
  if (source === 'files')
    return (
      <p>
        <Trans>
          Your site cannot send emails yet. Enter the server of your email provider. Until then, emails are
          only files on the server.
        </Trans>
      </p>
    );
  const time = testedAt && formatDateTime(testedAt);
  return (
    <p>
      {time ? (
        <span className={successMark}>
          <Trans>Tested on {time}</Trans>
        </span>
      ) : (
        <span className={pendingMark}>
          <Trans>Not tested yet</Trans>
        </span>
      )}
    </p>
  );
}

type Failure = Exclude<ResponseOf<typeof sendTestEmail>['outcome'], 'sent'>;

const failureTexts: Record<Failure, string> = {
  'not-set-up': t`Set the email server first.`,
  'connection-refused': t`The email server refused the connection. Check its name and port.`,
  'host-not-found': t`There is no server with this name. Check the name of the email server.`,
  timeout: t`The email server did not respond. Check its name, port and encryption.`,
  'wrong-password': t`The email server did not accept the user name and password. Check both.`,
  certificate: t`The certificate of the email server is not valid for its name. Check the name.`,
  encryption: t`The email server does not offer this encryption. Choose another, or check the port.`,
  rejected: t`The email server did not accept the email. Check the address that emails come from.`,
  failed: t`The email server did not accept the email. Check all settings and try again.`,
};
