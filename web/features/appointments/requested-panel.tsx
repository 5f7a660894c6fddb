import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { pageData } from '#web/before-react/page-data.ts';
import { LinkButton } from '#web/components/button.tsx';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { isToPay } from '#web/queries/appointment-fee.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { offlineQueue } from '../../pwa/offline-queue.ts';
import { VisitFacts } from '../centers/visit-facts.tsx';
import { AppointmentTime } from './appointment-time.tsx';
import { CenterAddress } from './form/center-address.tsx';
import { ConfirmNotice } from './list/confirm-notice.tsx';
import { DayIsOver } from './list/day-is-over.tsx';
import { isPastDay } from './list/split-by-day.ts';
import { payText } from './payment-badge.tsx';

const CalendarDialog = lazyDialog(() => import('./add-to-calendar.tsx'));

type Props = {
  /** Called when the panel appears or disappears, before the browser paints. */
  onChange: (isShown: boolean) => void;
};

/**
 * Shows the latest request that was accepted on this page and the next steps, and takes the focus. A form on
 * this page or the offline queue may have sent the request. Going back to this page shows the panel again.
 */
export function RequestedPanel({ onChange }: Props) {
  const { user } = useSession();
  const accepted = useAcceptedRequest();
  const [earlierId] = useState(readRequestedId);
  const id = accepted?._id ?? earlierId;
  // The list has the arrival time that the center gave, and the payment status.
  const { data } = useQuery({ ...appointmentsQuery(user), enabled: id !== undefined });
  const appointment = data?.find((listed) => listed._id === id) ?? accepted;
  const isShown = appointment !== undefined && appointment.email === user?.email;
  useLayoutEffect(() => onChange(isShown), [isShown, onChange]);
  return isShown ? <Panel key={id} appointment={appointment} isNew={accepted !== undefined} /> : null;
}

function useAcceptedRequest(): Appointment | undefined {
  const [appointment, setAppointment] = useState<Appointment>();
  useEffect(
    () =>
      offlineQueue.onAccepted(({ publishAs: _, ...body }, insertedId) => {
        setAppointment({ ...body, _id: insertedId, fee: pageData().site.fee });
        // Store the id in the browser's history entry, so that only Back, Forward and a reload find it.
        history.replaceState({ ...history.state, requestedId: insertedId }, '');
      }),
    [],
  );
  return appointment;
}

const readRequestedId = (): string | undefined => history.state?.requestedId;

function Panel({ appointment, isNew }: { appointment: Appointment; isNew: boolean }) {
  const { _id, date, transactionId, visit } = appointment;
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const dateId = useId();
  const isPast = isPastDay(appointment);

  useEffect(
    () =>
      isNew
        ? afterModal(() => {
            panel.current?.focus({ preventScroll: true });
            panel.current?.scrollIntoView({ block: 'nearest' });
          })
        : undefined,
    [isNew],
  );

  return (
    // Toasts at the top of the window must not cover the panel.
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${titleId} ${dateId}`}
      className="bb-card grid scroll-mt-20 content-start gap-3 self-start p-5 md:max-lg:grid-cols-[minmax(0,1fr)_auto] md:max-lg:items-center"
    >
      <div className="flex gap-4">
        <DayLeaf day={date} size="small" />
        <div className="grid min-w-0 content-center gap-1">
          <p id={titleId} className="text-small font-semibold text-good">
            <Trans>You have an appointment</Trans>
          </p>
          <h3 id={dateId} className="text-large">
            <AppointmentTime {...appointment} />
          </h3>
          <CenterAddress {...appointment} />
        </div>
      </div>
      <div className="grid gap-1">
        <ConfirmNotice confirmBy={appointment.confirmBy} />
        {isPast && !transactionId ? (
          <DayIsOver appointment={appointment} />
        ) : (
          (transactionId || isToPay(appointment)) && (
            <LinkButton to={`/dashboard/payment/${_id}`} size="large" className="w-full min-h-12">
              {transactionId ? t`Receipt` : payText(appointment)}
            </LinkButton>
          )
        )}
        <div className="flex flex-wrap gap-x-4">
          <Link to={`/dashboard/appointments#${_id}`} className="bb-row-link">
            <Trans>See your appointment</Trans>
          </Link>
          {!isPast && <CalendarButton appointment={appointment} />}
        </div>
      </div>
      {!isPast && <VisitFacts visit={visit} className="md:max-lg:col-span-full" />}
    </section>
  );
}

/**
 * Calls the function once no modal is open, because the request may come from a form in a modal. Returns a
 * function that stops waiting.
 */
function afterModal(callback: () => void): (() => void) | undefined {
  const modal = document.querySelector('dialog[open]');
  if (!modal) return void callback();
  modal.addEventListener('close', callback, { once: true });
  return () => modal.removeEventListener('close', callback);
}

function CalendarButton({ appointment }: { appointment: Appointment }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="bb-row-link"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >{t`Add to calendar`}</button>
      <Suspense>
        {isOpen && <CalendarDialog appointment={appointment} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
