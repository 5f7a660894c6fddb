import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, RefCallback } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useFeature } from '#web/api/config.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useOnline } from '#web/components/use-online.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { appointmentsQuery } from '../../api/appointment-queries.ts';

type Props = { children: (list: Appointment[]) => ReactNode };

/** What a page shows of the signed-in member's appointments, or the loading and failed states in its place. */
export function WithAppointments({ children }: Props) {
  const { user } = useSession();
  const asked = useQuery(appointmentsQuery(user));
  const { data, dataUpdatedAt, isPending, isFetching, error, failureReason, refetch } = asked;
  return (
    <>
      {isPending && <Spinner label={t`Loading your appointments`} />}
      {error && !data && (
        <LoadError what={t`Your appointments`} error={error} busy={isFetching} retry={() => void refetch()} />
      )}
      {data && <StaleDataNotice since={dataUpdatedAt} failure={failureReason} />}
      {data && children(data)}
    </>
  );
}

type KnownSinceProps = {
  /** When what is shown was last heard from the server, in ms since 1970. */
  since: number;
  /** Why the latest question after it has failed, if it has. */
  failure: Error | null;
};

/** Says of what stands below that it is of an earlier time, while nobody answers. */
export function StaleDataNotice({ since, failure }: KnownSinceProps) {
  const online = useOnline();
  const part = useFeature('offline');
  const cut = part && (!online || failure !== null);
  const when = moment.format(since);
  return (
    <p aria-live="polite" className={cut ? 'bb-card p-4' : 'sr-only'}>
      {cut && (online ? unreachable(when) : offline(when))}
    </p>
  );
}

const offline = (when: string) => t`You're offline. Last updated ${when}.`;

const unreachable = (when: string) => t`We can't reach the server. Last updated ${when}. Retrying...`;

/** `November 21, 2026 at 4:05 PM`: on the reader's clock. */
const moment = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'long', timeStyle: 'short' });

/** In place of an appointment that the member has not, or no longer; `focus` may take the focus to it. */
export function AppointmentNotFound({ focus }: { focus?: RefCallback<HTMLElement> | undefined }) {
  return (
    <div className="bb-card grid justify-items-start gap-4 p-6">
      <p ref={focus} tabIndex={-1} className="bb-lead">
        <Trans>Appointment not found. It may have been cancelled.</Trans>
      </p>
      <LinkButton to="/dashboard/appointments">
        <Trans>Your appointments</Trans>
      </LinkButton>
    </div>
  );
}
