import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ClinicPlace } from '#contract/place-offers.ts';
import { LinkButton } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { formatPlace } from './place-text.ts';

export const PlaceBooked = ({ place, center }: { place: ClinicPlace; center: string }) => (
  <Outcome title={t`See you at ${center}`} action={<AppointmentsLink />}>
    <Trans>
      Your appointment is on <strong>{formatPlace(place)}</strong>. We look forward to seeing you.
    </Trans>
  </Outcome>
);

export const AlreadyChosen = ({ chosen }: { chosen: ClinicPlace | undefined }) => (
  <Outcome title={t`You have already answered`} action={<AppointmentsLink />}>
    {chosen ? (
      <Trans>
        Your appointment is on <strong>{formatPlace(chosen)}</strong>.
      </Trans>
    ) : (
      <Trans>This link works once. Your list of appointments shows what you chose.</Trans>
    )}
  </Outcome>
);

export const Declined = ({ isPaid }: { isPaid: boolean }) => (
  <Outcome title={t`Thank you for telling us`} action={<RequestLink />}>
    {isPaid ? (
      <Trans>Your appointment is canceled. The center refunds your payment and emails you then.</Trans>
    ) : (
      <Trans>Your place is free for somebody else now. You can request a new appointment at any time.</Trans>
    )}
  </Outcome>
);

export const HoldOver = () => (
  <Outcome title={t`This place is no longer held for you`} action={<AppointmentsLink />}>
    <Trans>
      We offered it to the next person, or the center closed the day. You can join the waiting list again.
    </Trans>
  </Outcome>
);

export const OfferGone = () => (
  <Outcome title={t`This appointment is canceled`} action={<RequestLink />}>
    <Trans>You don't need to do anything. You can request a new appointment at any time.</Trans>
  </Outcome>
);

export const LinkExpired = () => (
  <Outcome title={t`This link has expired`} action={<AppointmentsLink />}>
    <Trans>The day of this place has passed.</Trans>
  </Outcome>
);

export const InvalidLink = () => (
  <Outcome title={t`This link does not work`} action={<AppointmentsLink />}>
    <Trans>The link is incomplete. Open it from the message again, or check your appointments.</Trans>
  </Outcome>
);

type Props = { title: string; action: ReactNode; children: ReactNode };

const Outcome = ({ title, action, children }: Props) => (
  <>
    <h1 ref={focusOnMount} tabIndex={-1} className="wrap-anywhere">
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

const RequestLink = () => (
  <LinkButton to="/#request-appointment" variant="outlined">
    <Trans>Request Appointment</Trans>
  </LinkButton>
);
