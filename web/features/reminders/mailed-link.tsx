import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { type ReminderLink, readReminderLink } from '#contract/reminders.ts';
import { call } from '#web/api/client.ts';
import { useLeftOut } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { NotFound } from '#web/components/not-found.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { Broken, Expired, Gone, Moved, Paid, Stopped } from './ends.tsx';
import { CancelQuestion, StopQuestion } from './questions.tsx';

/** Asks before anything is done: programs that look into mails open their links, too. */
export default function MailedLink() {
  const leftOut = useLeftOut('reminders');
  const token = useLocation().hash.slice(1);
  const cache = useQueryClient();
  const queryKey = ['reminder-link', token];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readReminderLink, { body: { token }, signal }),
    enabled: token !== '' && !leftOut,
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

  if (leftOut) return <NotFound />;
  if (data) return <Answer link={data} token={token} become={become} lookAgain={() => void refetch()} />;
  if (token === '' || isNoLink(error)) return <Broken />;
  if (error instanceof ApiError && error.code === 'link-expired') return <Expired />;
  if (!error) return <Spinner label={t`Looking up your appointment`} />;
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
    if (link.state === 'stopped') return <Stopped />;
    return <StopQuestion token={token} stopped={() => void become({ ...link, state: 'stopped' })} />;
  }
  const { state, date = '', center = '' } = link;
  if (state === 'paid') return <Paid />;
  if (state === 'moved') return <Moved date={date} />;
  if (state === 'gone') return <Gone />;
  const cancelled = () => void become({ purpose: 'cancel', state: 'gone' });
  return <CancelQuestion {...{ token, date, center, cancelled, lookAgain }} />;
}
