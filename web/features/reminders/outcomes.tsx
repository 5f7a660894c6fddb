import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Day } from '#contract/days.ts';
import { LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { formatDay } from '#web/i18n/days.ts';

export const AppointmentGone = () => (
  <Outcome title={t`This appointment is canceled`} action={<RequestLink />}>
    <Trans>You don't need to do anything. You can request a new appointment at any time.</Trans>
  </Outcome>
);

export const AppointmentPaid = () => (
  <Outcome title={t`This appointment is paid`} action={<AppointmentsLink />}>
    <Trans>If you cannot come, tell the donation center. Paid appointments cannot be canceled.</Trans>
  </Outcome>
);

export const AppointmentMoved = ({ date }: { date: Day }) => (
  <Outcome title={t`This appointment has moved`} action={<AppointmentsLink />}>
    <Trans>Your appointment is now on {formatDay(date)}. To cancel it, open your list of appointments.</Trans>
  </Outcome>
);

export const LinkExpired = () => (
  <Outcome title={t`This link has expired`} action={<AppointmentsLink />}>
    <Trans>The day of this appointment has passed, or the email is too old.</Trans>
  </Outcome>
);

export const InvalidLink = () => (
  <Outcome title={t`This link does not work`} action={<AppointmentsLink />}>
    <Trans>The link is incomplete. Open it from the email again, or check your appointments.</Trans>
  </Outcome>
);

export const RemindersOff = () => (
  <Outcome title={t`Reminders are off`} action={<AccountLink />}>
    <Trans>You will no longer receive reminders. You can turn them on again on your account page.</Trans>
  </Outcome>
);

type Props = { title: string; action: ReactNode; children: ReactNode };

const Outcome = ({ title, action, children }: Props) => (
  <>
    <h1 ref={focusOnMount} tabIndex={-1}>
      {title}
    </h1>
    <p className="mt-4 mb-6">{children}</p>
    {action}
  </>
);

const AppointmentsLink = () => (
  <LinkButton to="/dashboard/appointments">
    <Trans>See your appointments</Trans>
  </LinkButton>
);

const AccountLink = () => (
  <LinkButton to="/dashboard/account" variant="outlined">
    <Trans>Go to your account</Trans>
  </LinkButton>
);

const RequestLink = () => (
  <LinkButton to="/#request-appointment" variant="outlined">
    <Trans>Request Appointment</Trans>
  </LinkButton>
);
