import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { parseDay } from '#contract/days.ts';
import { getReminderLink, type ReminderLink } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { useFeatureDisabled } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import {
  AppointmentGone,
  AppointmentMoved,
  AppointmentPaid,
  InvalidLink,
  LinkExpired,
  RemindersOff,
} from './outcomes.tsx';
import { CancelQuestion, StopQuestion } from './questions.tsx';

/** Asks for confirmation before it acts, because email scanners open links too. */
export default function EmailedLink() {
  const isDisabled = useFeatureDisabled('reminders');
  const token = useLocation().hash.slice(1);
  const cache = useQueryClient();
  const queryKey = ['reminder-link', token];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getReminderLink, { body: { token }, signal }),
    enabled: token !== '' && !isDisabled,
    // Public, because the token decides what is shown. Restoring a session must not clear the result.
    meta: { public: true },
    // The question must not change while the reader is answering it.
    refetchOnWindowFocus: false,
  });
  async function updateLink(link: ReminderLink): Promise<void> {
    // A pending response would overwrite the new state with the old one.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, link);
  }

  if (isDisabled) return <NotFound />;
  if (data)
    return <LinkContent link={data} token={token} updateLink={updateLink} reload={() => void refetch()} />;
  if (token === '' || isInvalidLink(error)) return <InvalidLink />;
  if (error instanceof ApiError && error.code === 'link-expired') return <LinkExpired />;
  if (!error) return <Spinner label={t`Loading your appointment`} />;
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{error.message}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

const isInvalidLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

type Props = {
  link: ReminderLink;
  token: string;
  updateLink: (link: ReminderLink) => Promise<void>;
  reload: () => void;
};

function LinkContent({ link, token, updateLink, reload }: Props) {
  if (link.purpose === 'stop') {
    if (link.state === 'stopped') return <RemindersOff />;
    return <StopQuestion token={token} onStopped={() => void updateLink({ ...link, state: 'stopped' })} />;
  }
  const { state, center = '' } = link;
  if (state === 'paid') return <AppointmentPaid />;
  const date = parseDay(link.date ?? '');
  if (state === 'gone' || !date) return <AppointmentGone />;
  if (state === 'moved') return <AppointmentMoved date={date} />;
  const onCanceled = () => void updateLink({ purpose: 'cancel', state: 'gone' });
  return <CancelQuestion {...{ token, date, center, onCanceled, reload }} />;
}
