import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { formatWireDay } from '#web/i18n/days.ts';

/** What there is to say once there is nothing more to ask. */
export const AppointmentGone = () => (
  <End title={t`This appointment is cancelled`} more={<RequestAgain />}>
    <Trans>There is nothing more to do. You are welcome back at any time.</Trans>
  </End>
);

export const AppointmentPaid = () => (
  <End title={t`This appointment is paid`} more={<ToAppointments />}>
    <Trans>Paid appointments cannot be canceled. If you cannot come, please tell the donation center.</Trans>
  </End>
);

export const AppointmentMoved = ({ date }: { date: string }) => (
  <End title={t`This appointment has moved`} more={<ToAppointments />}>
    <Trans>
      It was moved to {formatWireDay(date)} after we sent this email. You can cancel it in your list of
      appointments.
    </Trans>
  </End>
);

export const LinkExpired = () => (
  <End title={t`This link has expired`} more={<ToAppointments />}>
    <Trans>The day of this appointment has passed, or the email is too old.</Trans>
  </End>
);

export const InvalidLink = () => (
  <End title={t`This link does not work`} more={<ToAppointments />}>
    <Trans>The link is incomplete. Open it from the email again, or check your appointments.</Trans>
  </End>
);

export const RemindersOff = () => (
  <End title={t`Reminders are off`} more={<ToAccount />}>
    <Trans>You will no longer receive reminders. You can turn them on again on your account page.</Trans>
  </End>
);

type Props = { title: string; more: ReactNode; children: ReactNode };

const End = ({ title, more, children }: Props) => (
  <>
    <h1 ref={focusOnMount} tabIndex={-1}>
      {title}
    </h1>
    <p className="mt-4 mb-6">{children}</p>
    {more}
  </>
);

const ToAppointments = () => (
  <LinkButton to="/dashboard/appointments">
    <Trans>See your appointments</Trans>
  </LinkButton>
);

const ToAccount = () => (
  <LinkButton to="/dashboard/account" look="quiet">
    <Trans>Go to your account</Trans>
  </LinkButton>
);

const RequestAgain = () => (
  <LinkButton to="/#request-appointment" look="quiet">
    <Trans>Request Appointment</Trans>
  </LinkButton>
);
