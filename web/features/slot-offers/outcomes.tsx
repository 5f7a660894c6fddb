import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ClinicSlot } from '#contract/slot-offers.ts';
import { AppointmentsLink, LinkOutcome, RequestLink } from '#web/components/link-outcome.tsx';
import { formatSlot } from './slot-text.ts';

export const SlotBooked = ({ slot, center }: { slot: ClinicSlot; center: string }) => (
  <LinkOutcome title={t`See you at ${center}`} action={<AppointmentsLink />}>
    <Trans>
      Your appointment is on <strong>{formatSlot(slot)}</strong>. We look forward to seeing you.
    </Trans>
  </LinkOutcome>
);

export const SlotTaken = () => (
  <LinkOutcome title={t`This place is taken`} action={<RequestLink />}>
    <Trans>Somebody else has booked it, or the center is closed. You can request another day or time.</Trans>
  </LinkOutcome>
);

export const AlreadyChosen = ({ chosen }: { chosen: ClinicSlot | undefined }) => (
  <LinkOutcome title={t`You have already answered`} action={<AppointmentsLink />}>
    {chosen ? (
      <Trans>
        Your appointment is on <strong>{formatSlot(chosen)}</strong>.
      </Trans>
    ) : (
      <Trans>This link works once. Your list of appointments shows what you chose.</Trans>
    )}
  </LinkOutcome>
);

export const Declined = ({ isPaid }: { isPaid: boolean }) => (
  <LinkOutcome title={t`Thank you for telling us`} action={<RequestLink />}>
    {isPaid ? (
      <Trans>Your appointment is canceled. The center refunds your payment and emails you then.</Trans>
    ) : (
      <Trans>Your place is free for somebody else now. You can request a new appointment at any time.</Trans>
    )}
  </LinkOutcome>
);

export const HoldOver = () => (
  <LinkOutcome title={t`This place is no longer held for you`} action={<AppointmentsLink />}>
    <Trans>
      We offered it to the next person, or the center closed the day. You can join the waiting list again.
    </Trans>
  </LinkOutcome>
);

export const OfferGone = () => (
  <LinkOutcome title={t`This appointment is canceled`} action={<RequestLink />}>
    <Trans>You don't need to do anything. You can request a new appointment at any time.</Trans>
  </LinkOutcome>
);

export const NotWaiting = () => (
  <LinkOutcome title={t`This link is no longer in use`} action={<AppointmentsLink />}>
    <Trans>
      You left this waiting list, or joined it again since. Your appointments show your waiting lists.
    </Trans>
  </LinkOutcome>
);

export const LinkExpired = () => (
  <LinkOutcome title={t`This link has expired`} action={<AppointmentsLink />}>
    <Trans>The day of this place has passed.</Trans>
  </LinkOutcome>
);

export const InvalidLink = () => (
  <LinkOutcome title={t`This link does not work`} action={<AppointmentsLink />}>
    <Trans>The link is incomplete. Open it from the message again, or check your appointments.</Trans>
  </LinkOutcome>
);
