import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Day } from '#contract/days.ts';
import { cancelByReminderLink, stopByReminderLink } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Fact } from '#web/components/fact.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';

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
      confirmLabel={t`Cancel this appointment`}
      cancelLabel={t`Keep this appointment`}
      onConfirm={cancel}
    >
      <dl className="mt-4 grid gap-3">
        <Fact term={t`Donation Date`}>{formatDayAndWeekday(date)}</Fact>
        <Fact term={t`Donation Center`}>{center}</Fact>
      </dl>
      <p className="mt-4">
        <Trans>To come on another day, sign in and change the date.</Trans>
      </p>
    </Question>
  );
}

export function TurnOffRemindersQuestion({ token, onStopped }: { token: string; onStopped: () => void }) {
  async function stop(): Promise<void> {
    await call(stopByReminderLink, { body: { token } });
    onStopped();
  }
  return (
    <Question
      title={t`Turn off reminders?`}
      confirmLabel={t`Turn off reminders`}
      cancelLabel={t`Keep reminders on`}
      onConfirm={stop}
    >
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
  /** The label of the button that runs `onConfirm`. */
  confirmLabel: string;
  /** The label of the link that changes nothing. */
  cancelLabel: string;
  onConfirm: () => Promise<void>;
  children: ReactNode;
};

function Question({ title, confirmLabel, cancelLabel, onConfirm, children }: QuestionProps) {
  const { failure, isBusy, attempt } = useFormAction();
  return (
    <>
      <h1>{title}</h1>
      {children}
      <div className="mt-4">
        <FormError text={failure} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="danger" isBusy={isBusy} onClick={() => void attempt(onConfirm)}>
          {confirmLabel}
        </Button>
        <LinkButton to="/" variant="outlined">
          {cancelLabel}
        </LinkButton>
      </div>
    </>
  );
}
