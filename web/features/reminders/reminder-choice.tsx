import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { getReminderChoice, setReminderChoice } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { usePart } from '#web/api/config.ts';
import { queryOptions, useQuery, useQueryClient } from '#web/api/queries.ts';
import { Section } from '#web/features/account/section.tsx';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const choiceQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['reminder-choice', uid],
    queryFn: ({ signal }) => call(getReminderChoice, { signal }),
  });

/** The account page's part about mails on the day before; nothing where the site sends none. */
export function ReminderChoice() {
  if (!usePart('reminders')) return null;
  return (
    <Section title={t`Reminders`}>
      <Choice />
    </Section>
  );
}

function Choice() {
  const { user } = useSession();
  const query = choiceQuery(user?.uid);
  const { data, error, refetch } = useQuery(query);
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function change(wanted: boolean) {
    setBusy(true);
    setFailure('');
    try {
      await call(setReminderChoice, { body: { wanted } });
      await cache.cancelQueries({ queryKey: query.queryKey });
      cache.setQueryData(query.queryKey, { wanted });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t`This did not work. Please try again.`);
    }
    setBusy(false);
  }

  if (error && !data)
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{error.message}</p>
        <Button look="quiet" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  if (!data) return <Spinner label={t`Looking up your reminders`} />;
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">
        {data.wanted
          ? t`We write to you on the day before an appointment.`
          : t`We do not remind you of your appointments.`}
      </p>
      <p role="alert" className="bb-error">
        {failure}
      </p>
      <Button look="quiet" busy={busy} onClick={() => void change(!data.wanted)}>
        {data.wanted ? t`Stop reminders` : t`Remind me again`}
      </Button>
    </div>
  );
}
