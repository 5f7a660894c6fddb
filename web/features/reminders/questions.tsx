import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Day } from '#contract/days.ts';
import { cancelByReminderLink, stopByReminderLink } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { formatDay } from '#web/i18n/days.ts';

type CancelProps = {
  token: string;
  date: Day;
  center: string;
  onCanceled: () => void;
  /** Called when the appointment was paid or moved in the meantime. */
  reload: () => void;
};

export function CancelQuestion({ token, date, center, onCanceled, reload }: CancelProps) {
  async function cancel(): Promise<void> {
    try {
      await call(cancelByReminderLink, { body: { token } });
      onCanceled();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      reload();
    }
  }
  return (
    <Question
      title={t`Cancel this appointment?`}
      yes={t`Cancel this appointment`}
      no={t`Keep this appointment`}
      act={cancel}
    >
      <dl className="mt-4 grid gap-3">
        <Fact term={t`Donation Date`} text={formatDay(date)} />
        <Fact term={t`Donation Center`} text={center} />
      </dl>
      <p className="mt-4">
        <Trans>To come on another day, sign in and change the date.</Trans>
      </p>
    </Question>
  );
}

const Fact = ({ term, text }: { term: string; text: string }) => (
  <div>
    <dt className="bb-hint">{term}</dt>
    <dd className="break-words font-semibold">{text}</dd>
  </div>
);

export function StopQuestion({ token, onStopped }: { token: string; onStopped: () => void }) {
  async function stop(): Promise<void> {
    await call(stopByReminderLink, { body: { token } });
    onStopped();
  }
  return (
    <Question title={t`Turn off reminders?`} yes={t`Turn off reminders`} no={t`Keep reminders on`} act={stop}>
      <p className="mt-4">
        <Trans>
          You will no longer receive an email the day before an appointment. You will still receive receipts.
        </Trans>
      </p>
    </Question>
  );
}

type QuestionProps = {
  title: string;
  /** The label of the button that runs `act`. */
  yes: string;
  /** The label of the link that changes nothing. */
  no: string;
  act: () => Promise<void>;
  children: ReactNode;
};

function Question({ title, yes, no, act, children }: QuestionProps) {
  const { failure, busy, attempt } = useFormAction();
  return (
    <>
      <h1>{title}</h1>
      {children}
      <div className="mt-4">
        <FormError text={failure} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="danger" busy={busy} onClick={() => void attempt(act)}>
          {yes}
        </Button>
        <LinkButton to="/" look="quiet">
          {no}
        </LinkButton>
      </div>
    </>
  );
}
