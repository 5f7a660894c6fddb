import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, RefCallback } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { useOnline } from '#web/browser/use-online.ts';
import { LinkButton } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { pageLocale } from '#web/i18n/language.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { isOver } from './list/split-by-day.ts';

type Props = { children: (list: Appointment[]) => ReactNode };

/** Renders `children` with the signed-in member's appointments, or the loading or error state. */
export function WithAppointments({ children }: Props) {
  const { user } = useSession();
  const query = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isPending, error, failureReason } = query;
  return (
    <>
      {isPending && (
        <div className="grid min-h-72 place-items-center">
          <Spinner label={t`Loading your appointments`} />
        </div>
      )}
      {error && !data && <LoadError name={t`Your appointments`} query={query} />}
      {data && <StaleDataNotice updatedAt={dataUpdatedAt} error={failureReason} />}
      {data && children(data)}
    </>
  );
}

type StaleDataNoticeProps = {
  /** Time of the last successful response, in ms since 1970. */
  updatedAt: number;
  /** The error of the latest request, if it failed. */
  error: Error | null;
};

const staleClass = [
  'fixed inset-x-0 bottom-0 z-29 border-line bg-warn-soft text-center text-small text-warn leading-snug print:hidden',
  'max-lg:not-empty:border-t max-lg:not-empty:p-1.5',
  'lg:static lg:-my-6 lg:grid lg:min-h-6 lg:content-center lg:bg-transparent lg:text-start lg:text-ink-soft',
].join(' ');

/**
 * Shows the age of the data below while the browser is offline or the latest request has failed. To avoid a
 * layout shift, the notice is one line in the gap of the page's grid on wide screens, and a strip above the
 * bar at the bottom of the window on others.
 */
export function StaleDataNotice({ updatedAt, error }: StaleDataNoticeProps) {
  const isOnline = useOnline();
  const isEnabled = hasFeature('offline');
  const isStale = isEnabled && (!isOnline || error !== null);
  const when = formatTime(updatedAt);
  return (
    <p data-offline-notice aria-live="polite" className={staleClass}>
      {isStale && (isOnline ? unreachableText(when) : offlineText(when))}
    </p>
  );
}

const offlineText = (when: string) => t`You're offline. Last updated ${when}.`;

const unreachableText = (when: string) => t`We can't reach the server. Last updated ${when}. Retrying...`;

/**
 * Formats as `16:05`, short enough for one line on a phone, with the date unless it is today, in the reader's
 * time zone.
 */
function formatTime(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const format = new Intl.DateTimeFormat(pageLocale, {
    timeStyle: 'short',
    hourCycle: 'h23',
    ...(!isToday && { dateStyle: 'medium' }),
  });
  return format.format(time);
}

/** A ref callback that may move the focus to the text. */
type TextRef = RefCallback<HTMLElement> | undefined;

/** Shown when the appointment does not exist or belongs to another member. */
export const AppointmentNotFound = ({ textRef, children }: { textRef?: TextRef; children?: ReactNode }) => (
  <NoAppointment text={t`Appointment not found. It may have been canceled.`} textRef={textRef}>
    {children}
  </NoAppointment>
);

type OverProps = { appointment: Appointment; textRef?: TextRef; children: ReactNode };

/**
 * Renders `children`, the pass or the payment. If the center closed the day, canceled the appointment or
 * recorded its outcome, says so instead.
 */
export function UnlessOver({ appointment, textRef, children }: OverProps) {
  if (!isOver(appointment) && !appointment.isClosed) return children;
  return <NoAppointment text={overText(appointment)} textRef={textRef} />;
}

function overText({ status, isClosed, cancellationReason }: Appointment): string {
  if (cancellationReason === 'address-unconfirmed')
    return t`This appointment was canceled, because your email address was not confirmed in time.`;
  if (status === 'cancelled') return t`The center has canceled this appointment.`;
  return isClosed
    ? t`The center is closed at that time. Choose another day on your appointments page.`
    : t`The center has recorded this appointment.`;
}

function NoAppointment({
  text,
  textRef,
  children,
}: Omit<OverProps, 'appointment' | 'children'> & { text: string; children?: ReactNode }) {
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p ref={textRef} tabIndex={-1} className="bb-lead">
        {text}
      </p>
      {children}
      <LinkButton to="/dashboard/appointments">
        <Trans>Your appointments</Trans>
      </LinkButton>
    </div>
  );
}
