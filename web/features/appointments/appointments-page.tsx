import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { readItem, unsentKey } from '#web/auth/persistence.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Drawing } from '#web/components/drawing.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { ConfirmEmailNotice } from '#web/features/account/confirm-email-notice.tsx';
import { EligibilityLink } from '#web/features/eligibility/eligibility-link.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { waitingListsQuery } from '#web/queries/waiting-list-query.ts';
import { AppointmentCard } from './list/appointment-card.tsx';
import { AppointmentsTable } from './list/appointments-table.tsx';
import { isOver, isPastDay, splitByDay } from './list/split-by-day.ts';
import { WaitingRequests } from './list/waiting-requests.tsx';
import { WithAppointments } from './with-appointments.tsx';

const OwnOffers = lazyComponent(() => import('../slot-offers/own-offers.tsx'));
const OwnWaitingLists = lazyComponent(async () => ({
  default: (await import('../slot-offers/own-offers.tsx')).OwnWaitingLists,
}));

export const meta = () => pageMeta({ title: t`Your Appointments` });

/** Clamps the name to two lines. Screen readers read all of it, and hovering shows it (`title`). */
const nameClass = 'line-clamp-2 max-w-full break-words align-bottom [display:-webkit-inline-box]';

/** Leaves room for the next step on the first screen. */
const headingClass =
  'min-w-0 max-sm:text-[length:min(1.5rem,var(--text-title))] low:text-[length:min(1.5rem,var(--text-title))]';

export default function AppointmentsPage() {
  const { user } = useSession();
  const { data, isFetchedAfterMount } = useQuery(appointmentsQuery(user));
  // Load the waiting lists in parallel with the appointments.
  useQuery(waitingListsQuery(user?.uid));
  const isFree = data !== undefined && !hasUpcoming(data);
  const name = user?.displayName ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);

  return (
    <section className="grid grid-cols-1 gap-4 sm:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:flex-nowrap">
        <h1 ref={heading} tabIndex={-1} className={headingClass}>
          <Trans>
            hello <span className={nameClass} title={name}>{`${name} ,`}</span> Your Appointments
          </Trans>
        </h1>
        <LinkButton
          to="/#request-appointment"
          className="sm:shrink-0"
          variant={isFree ? 'primary' : 'outlined'}
        >
          <Trans>Request Appointment</Trans>
        </LinkButton>
      </div>
      <AfterWaitingRequests onRemoved={focusHeading}>
        <WithAppointments>
          {(list) => (
            <Appointments appointments={list} isStored={!isFetchedAfterMount} onRemoved={focusHeading} />
          )}
        </WithAppointments>
      </AfterWaitingRequests>
    </section>
  );
}

/** Whether the donor has a next appointment, or is to choose another day for one. */
function hasUpcoming(appointments: readonly Appointment[]): boolean {
  const { next, others } = splitByDay(appointments, siteNow());
  return next !== undefined || others.some(({ isClosed }) => isClosed);
}

/** Shows the requests that wait on this device above its children. */
function AfterWaitingRequests({ onRemoved, children }: { onRemoved: () => void; children: ReactNode }) {
  const [isWaiting] = useState(() => readItem(unsentKey) !== null);
  return (
    <>
      {isWaiting && <WaitingRequests onRemoved={onRemoved} />}
      {children}
    </>
  );
}

type ListProps = {
  appointments: Appointment[];
  /** Whether the appointments were stored before the page was opened. */
  isStored: boolean;
  /** Called when an appointment is removed while it has the focus. */
  onRemoved: () => void;
};

function Appointments({ appointments, isStored, onRemoved }: ListProps) {
  const { next, others, upcoming, past } = splitByDay(appointments, siteNow());
  return (
    <WithOffers appointments={appointments} isStored={isStored} onTaken={onRemoved}>
      {!hasUpcoming(appointments) && <NoNextDonation isFirst={appointments.length === 0} />}
      <Cards next={next} others={others} onRemoved={onRemoved} list={appointments} />
      <ConfirmEmailNotice />
      {appointments.length > 0 && <AppointmentsTable upcoming={upcoming} past={past} onRemoved={onRemoved} />}
      <EligibilityLink />
      {hasFeature('staff') && (
        <Suspense>
          <OwnWaitingLists onTaken={onRemoved} />
        </Suspense>
      )}
    </WithOffers>
  );
}

type OffersProps = Omit<ListProps, 'onRemoved'> & { onTaken: () => void; children: ReactNode };

/**
 * Shows new slots for closed days, and slots that are held for the member, above its children. Only sites
 * with centers load these offers. The children wait for them, to avoid a layout shift, unless a stored list
 * can be shown immediately.
 */
function WithOffers({ appointments, isStored, onTaken, children }: OffersProps) {
  const isEnabled = hasFeature('staff');
  const { user } = useSession();
  const { data, isLoading, failureCount } = useQuery(waitingListsQuery(user?.uid));
  const [isShownAtOnce] = useState(isStored);
  const loading = <Spinner label={t`Loading your appointments`} />;
  if (isLoading && failureCount === 0 && !isShownAtOnce) return loading;
  if (!isEnabled) return children;
  const hasClosed = appointments.some(({ isClosed }) => isClosed);
  const hasOffer = !isShownAtOnce && data?.some(({ offer }) => offer) === true;
  return (
    <OffersFirst shouldWait={hasClosed || hasOffer} hasClosed={hasClosed} onTaken={onTaken} loading={loading}>
      {children}
    </OffersFirst>
  );
}

type OffersFirstProps = Pick<OffersProps, 'onTaken' | 'children'> & {
  /**
   * Whether the children wait for the offers. A later change has no effect, because the children would lose
   * the focus.
   */
  shouldWait: boolean;
  hasClosed: boolean;
  loading: ReactNode;
};

function OffersFirst({ shouldWait, hasClosed, onTaken, loading, children }: OffersFirstProps) {
  const [isWaiting] = useState(shouldWait);
  if (isWaiting)
    return (
      <Suspense fallback={loading}>
        <OwnOffers hasClosed={hasClosed} onTaken={onTaken}>
          {children}
        </OwnOffers>
      </Suspense>
    );
  return (
    <>
      <Suspense>
        <OwnOffers hasClosed={hasClosed} onTaken={onTaken} />
      </Suspense>
      {children}
    </>
  );
}

type CardsProps = {
  next: Appointment | undefined;
  others: Appointment[];
  list: Appointment[];
  onRemoved: () => void;
};

const SHOWN_AT_FIRST = 3;

/**
 * Renders a single list, so that a card keeps the focus when a new date moves the card. A link's hash names
 * the card to which the link leads.
 */
function Cards({ next, others, list, onRemoved }: CardsProps) {
  const linked = useLocation().hash.slice(1);
  /** The first card that the button revealed. */
  const [revealed, setRevealed] = useState<string>();
  const first = others.slice(0, SHOWN_AT_FIRST - (next ? 1 : 0));
  const hidden = others.slice(first.length);
  const isHiding = revealed === undefined && hidden.every(({ _id }) => _id !== linked);
  const card = (appointment: Appointment) => (
    <AppointmentCard
      key={appointment._id}
      appointment={appointment}
      isNext={appointment === next}
      list={list}
      isTarget={appointment._id === (revealed ?? linked)}
      onRemoved={onRemoved}
    />
  );
  const heading = (
    <h2 key="heading" className="text-heading">
      {next ? t`Your other appointments` : hasUpcoming(list) ? t`Your appointments` : t`Recent appointments`}
    </h2>
  );
  const count = formatNumber(others.length + (next ? 1 : 0));
  const more = formatNumber(hidden.length);
  const toPay = hidden.filter(
    (appointment) => isToPay(appointment) && !isOver(appointment) && !isPastDay(appointment),
  );
  const unpaid = formatNumber(toPay.length);
  return [
    ...(next ? [card(next)] : []),
    ...(others.length > 0 ? [heading] : []),
    ...(isHiding ? first : others).map(card),
    isHiding && hidden.length > 0 && (
      <Button key="all" variant="outlined" onClick={() => setRevealed(hidden[0]?._id)}>
        {toPay.length > 0 ? t`Show ${more} more, ${unpaid} not paid yet` : t`Show all ${count}`}
      </Button>
    ),
  ];
}

function NoNextDonation({ isFirst }: { isFirst: boolean }) {
  return (
    <div className="bb-card grid items-center gap-x-8 gap-y-5 p-6 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="bb-lead">
        {isFirst
          ? t`You have no appointments yet. Request one when you are ready.`
          : t`You have no upcoming appointment. Request one when you are ready.`}
      </p>
      <Drawing
        name="intro"
        width={252}
        height={192}
        phoneWidth="15.75rem"
        pictureClassName="max-sm:-order-1"
        className="mx-auto"
      />
    </div>
  );
}
