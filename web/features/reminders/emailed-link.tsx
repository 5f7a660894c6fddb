import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router';
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

/** Asks before anything is done: programs that look into mails open their links, too. */
export default function EmailedLink() {
  const disabledPages = useFeatureDisabled('reminders');
  const token = useLocation().hash.slice(1);
  const cache = useQueryClient();
  const queryKey = ['reminder-link', token];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getReminderLink, { body: { token }, signal }),
    enabled: token !== '' && !disabledPages,
    // The token decides what it shows, not who is signed in: a session that is restored meanwhile must not drop it.
    meta: { public: true },
    // Nobody's question changes under their hand.
    refetchOnWindowFocus: false,
  });
  async function become(link: ReminderLink): Promise<void> {
    // A response that is under way describes the state before.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, link);
  }

  if (disabledPages) return <NotFound />;
  if (data) return <Answer link={data} token={token} become={become} lookAgain={() => void refetch()} />;
  if (token === '' || isNoLink(error)) return <InvalidLink />;
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

const isNoLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

type Props = {
  link: ReminderLink;
  token: string;
  become: (link: ReminderLink) => Promise<void>;
  lookAgain: () => void;
};

function Answer({ link, token, become, lookAgain }: Props) {
  if (link.purpose === 'stop') {
    if (link.state === 'stopped') return <RemindersOff />;
    return <StopQuestion token={token} stopped={() => void become({ ...link, state: 'stopped' })} />;
  }
  const { state, date = '', center = '' } = link;
  if (state === 'paid') return <AppointmentPaid />;
  if (state === 'moved') return <AppointmentMoved date={date} />;
  if (state === 'gone') return <AppointmentGone />;
  const cancelled = () => void become({ purpose: 'cancel', state: 'gone' });
  return <CancelQuestion {...{ token, date, center, cancelled, lookAgain }} />;
}
