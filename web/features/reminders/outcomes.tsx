import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { LinkButton } from '#web/components/button.tsx';
import { AppointmentsLink, LinkOutcome, RequestLink } from '#web/components/link-outcome.tsx';
import { formatDayAndWeekday } from '#web/i18n/days.ts';

export const AppointmentGone = () => (
  <LinkOutcome title={t`This appointment is canceled`} action={<RequestLink />}>
    <Trans>You don't need to do anything. You can request a new appointment at any time.</Trans>
  </LinkOutcome>
);

export const AppointmentPaid = () => (
  <LinkOutcome title={t`This appointment is paid`} action={<AppointmentsLink />}>
    <Trans>If you cannot come, tell the donation center. Paid appointments cannot be canceled.</Trans>
  </LinkOutcome>
);

export const AppointmentMoved = ({ date }: { date: Day }) => (
  <LinkOutcome title={t`This appointment has moved`} action={<AppointmentsLink />}>
    <Trans>
      Your appointment is now on {formatDayAndWeekday(date)}. To cancel it, open your list of appointments.
    </Trans>
  </LinkOutcome>
);

export const LinkExpired = () => (
  <LinkOutcome title={t`This link has expired`} action={<AppointmentsLink />}>
    <Trans>The day of this appointment has passed, or the email is too old.</Trans>
  </LinkOutcome>
);

export const InvalidLink = () => (
  <LinkOutcome title={t`This link does not work`} action={<AppointmentsLink />}>
    <Trans>The link is incomplete. Open it from the email again, or check your appointments.</Trans>
  </LinkOutcome>
);

export const RemindersOff = () => (
  <LinkOutcome title={t`Reminders are off`} action={<AccountLink />}>
    <Trans>You will no longer receive reminders. You can turn them on again on your account page.</Trans>
  </LinkOutcome>
);

const AccountLink = () => (
  <LinkButton to="/dashboard/account" variant="outlined">
    <Trans>Go to your account</Trans>
  </LinkButton>
);
