import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { findDeferral } from '#contract/donations.ts';
import { type DisplacedAppointment, listDisplacedAppointments } from '#contract/slot-offers.ts';
import { joinWaitingList, leaveWaitingList, type WaitingListEntry } from '#contract/waiting-list.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { siteToday } from '#web/api/site-today.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatClock } from '#web/i18n/clock.ts';
import { formatDay } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { waitingListsQuery } from '#web/queries/waiting-list-query.ts';
import { formatSlot } from './slot-text.ts';
import { TakeSlot } from './take-slot.tsx';

type Props = {
  /** Whether the center closed the day of an appointment. */
  hasClosed: boolean;
  /** Called when a slot is taken while its button has the focus. */
  onTaken: () => void;
  /** Content below, rendered after the offered slots have loaded, to avoid a layout shift. */
  children?: ReactNode;
};

/**
 * Shows the member's appointments whose day was closed, and the slots that are held for the member. Renders
 * only `children` if there are none.
 */
export default function OwnOffers({ hasClosed, onTaken, children }: Props) {
  const { user } = useSession();
  const closed = useQuery({
    queryKey: ['appointments', user?.uid, 'closed'],
    queryFn: ({ signal }) => call(listDisplacedAppointments, { signal }),
    enabled: hasClosed,
  });
  const waiting = useQuery(waitingListsQuery(user?.uid));
  const offered = waiting.data?.filter(({ offer }) => offer) ?? [];
  if (closed.isLoading) return <Spinner label={t`Loading your appointments`} />;
  return (
    <>
      {hasClosed &&
        closed.data?.map((appointment) => (
          <Closed key={appointment.appointmentId} appointment={appointment} onTaken={onTaken} />
        ))}
      {offered.length > 0 && (
        <WaitingLists heading={t`A place is free for you`} entries={offered} onTaken={onTaken} />
      )}
      {children}
    </>
  );
}

const scrollTo = (element: HTMLElement | null): void => element?.scrollIntoView();

/** Shows the member's other waiting lists, to which a link's hash may lead. */
export function OwnWaitingLists({ onTaken }: Pick<Props, 'onTaken'>) {
  const { user } = useSession();
  const { data } = useQuery(waitingListsQuery(user?.uid));
  const isTarget = useLocation().hash === '#waiting-lists';
  const entries = data?.filter(({ offer }) => !offer) ?? [];
  if (entries.length === 0) return null;
  return (
    <div id="waiting-lists" ref={isTarget ? scrollTo : undefined}>
      <WaitingLists heading={t`Your waiting lists`} entries={entries} onTaken={onTaken} />
    </div>
  );
}

type ClosedProps = Pick<Props, 'onTaken'> & { appointment: DisplacedAppointment };

function Closed({ appointment, onTaken }: ClosedProps) {
  const { center, from, message, isPaid, slots, declineToken } = appointment;
  const day = formatSlot(from);
  const hasSlots = slots.length > 0;
  const { user } = useSession();
  const { data: list = [] } = useQuery({ ...appointmentsQuery(user), enabled: false });
  const deferredUntil = findDeferral(list, siteToday());
  const until = deferredUntil && formatDay(deferredUntil);
  return (
    <section className="bb-card grid gap-4 border-s-8 border-warn p-6">
      <h2 className="text-heading">
        <Trans>Choose another day</Trans>
      </h2>
      <p className="wrap-anywhere">
        {hasSlots
          ? t`${center} is closed on ${day}. Choose a new day with one tap.`
          : t`${center} is closed on ${day}. No other day that suits you is free right now.`}{' '}
        {until && t`The center asked you to wait until ${until}.`}{' '}
        {hasSlots && isPaid && t`Your payment moves with it.`}
      </p>
      {message && (
        <blockquote className="bb-hint whitespace-pre-line wrap-anywhere border-line border-s-4 ps-3">
          {message}
        </blockquote>
      )}
      <ul className="grid gap-2 empty:hidden sm:grid-cols-3">
        {slots.map((slot) => (
          <li key={slot.token} className="grid">
            <TakeSlot slot={slot} onTaken={onTaken}>
              {formatSlot(slot)}
            </TakeSlot>
          </li>
        ))}
      </ul>
      <p>
        <LinkButton to={`/slot-offer#${declineToken}`} variant="text">
          {hasSlots ? t`None of these days` : t`Cancel the appointment`}
        </LinkButton>
      </p>
    </section>
  );
}

type ListsProps = Pick<Props, 'onTaken'> & { heading: string; entries: WaitingListEntry[] };

function WaitingLists({ heading, entries, onTaken }: ListsProps) {
  return (
    <section aria-label={heading} className="bb-card grid gap-4 p-6">
      <h2 className="text-heading">{heading}</h2>
      <ul className="grid gap-5">
        {entries.map((entry) => (
          <li key={`${entry.centerId} ${entry.date}`}>
            <Entry entry={entry} onTaken={onTaken} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type EntryProps = Pick<Props, 'onTaken'> & { entry: WaitingListEntry };

function Entry({ entry, onTaken }: EntryProps) {
  const { centerId, center, date, state, offer } = entry;
  const cache = useQueryClient();
  const { failure, isBusy, attempt } = useFormAction();
  const params = { id: centerId, date };
  const change = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action();
      await cache.invalidateQueries({ queryKey: ['waiting-lists'] });
      if (document.activeElement === document.body) onTaken();
    });
  const slot = formatSlot({ date, ...(offer?.time && { time: offer.time }) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <strong className="wrap-anywhere">{center}</strong>
        <span>{slot}</span>
        <span className="bb-hint" role="status">
          {stateText(entry)}
        </span>
      </div>
      <div className="flex flex-wrap gap-3">
        {offer && (
          <TakeSlot slot={{ ...offer, date }} onTaken={onTaken}>
            <Trans>Take this place</Trans>
          </TakeSlot>
        )}
        {state === 'expired' && (
          <Button
            isBusy={isBusy}
            onClick={() => void change(() => call(joinWaitingList, { params, body: {} }))}
          >
            <Trans>Join again</Trans>
          </Button>
        )}
        <Button
          variant="outlined"
          isBusy={isBusy}
          aria-label={t`Leave the waiting list of ${center}, ${slot}`}
          onClick={() => void change(() => call(leaveWaitingList, { params }))}
        >
          <Trans>Leave</Trans>
        </Button>
      </div>
      <FormError text={failure} />
    </div>
  );
}

function stateText({ state, position = 0, offer }: WaitingListEntry): string {
  if (offer) return t`A place is held for you until ${formatClock(offer.expiresAt)}.`;
  if (state === 'closed') return t`The center closed this day. If it opens again, you are still in line.`;
  if (state === 'expired') return t`A place was free, but you did not take it in time.`;
  const number = formatNumber(position);
  return position === 1 ? t`You are next.` : t`You are number ${number} in line.`;
}
