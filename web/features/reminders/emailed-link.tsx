import { t } from '@lingui/core/macro';
import { parseDay } from '#contract/days.ts';
import { getReminderLink, type ReminderLink } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { LinkLoadError } from '#web/components/link-outcome.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { useLinkQuery } from '#web/queries/link-query.ts';
import {
  AppointmentGone,
  AppointmentMoved,
  AppointmentPaid,
  InvalidLink,
  LinkExpired,
  RemindersOff,
} from './outcomes.tsx';
import { CancelQuestion, TurnOffRemindersQuestion } from './questions.tsx';

/** Asks for confirmation before it acts, because email scanners also open links. */
export default function EmailedLink() {
  const isDisabled = !hasFeature('reminders');
  const cache = useQueryClient();
  const query = useLinkQuery('reminder-link', (input) => call(getReminderLink, input), { isDisabled });
  const { token, queryKey, data, refetch } = query;
  async function updateLink(link: ReminderLink): Promise<void> {
    // A pending response would overwrite the new state with the old one.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, link);
  }

  if (isDisabled) return <NotFound />;
  if (data)
    return <LinkContent link={data} token={token} updateLink={updateLink} reload={() => void refetch()} />;
  if (query.isInvalid) return <InvalidLink />;
  if (query.isExpired) return <LinkExpired />;
  if (!query.error) return <Spinner label={t`Loading your appointment`} />;
  return <LinkLoadError query={query} />;
}

type Props = {
  link: ReminderLink;
  token: string;
  updateLink: (link: ReminderLink) => Promise<void>;
  reload: () => void;
};

function LinkContent({ link, token, updateLink, reload }: Props) {
  if (link.purpose === 'stop') {
    if (link.state === 'stopped') return <RemindersOff />;
    return (
      <TurnOffRemindersQuestion
        token={token}
        onStopped={() => void updateLink({ ...link, state: 'stopped' })}
      />
    );
  }
  const { state, center = '' } = link;
  if (state === 'paid') return <AppointmentPaid />;
  const date = parseDay(link.date ?? '');
  if (state === 'gone' || !date) return <AppointmentGone />;
  if (state === 'moved') return <AppointmentMoved date={date} />;
  const onCanceled = () => void updateLink({ purpose: 'cancel', state: 'gone' });
  return <CancelQuestion token={token} date={date} center={center} onCanceled={onCanceled} reload={reload} />;
}
