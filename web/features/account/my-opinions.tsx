import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { listOpinions, type Opinion, withdrawOpinion } from '#contract/opinions.ts';
import { call } from '#web/api/client.ts';
import { usePart } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { ask } from '#web/ui/dialogs.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { NotFetched } from './not-fetched.tsx';
import { OpinionList } from './opinion-list.tsx';
import { Refusal } from './refusal.tsx';
import { Section } from './section.tsx';
import { useAttempt } from './use-attempt.ts';

/** The account page's part about what one has said for everybody to read, and taking it back. */
export function MyOpinions() {
  return usePart('opinions') ? <Opinions /> : null;
}

function Opinions() {
  const { user } = useSession();
  const queryKey = ['opinions', user?.uid];
  const cache = useQueryClient();
  const [going, setGoing] = useState<string>();
  const [done, setDone] = useState(false);
  const { failure, attempt } = useAttempt();
  const kept = useQuery({ queryKey, queryFn: ({ signal }) => call(listOpinions, { signal }) });

  async function withdraw({ _id, state }: Opinion) {
    setDone(false);
    if (!(await ask({ title: t`Withdraw your opinion?`, text: what[state] }))) return;
    setGoing(_id);
    await attempt(async () => {
      try {
        await call(withdrawOpinion, { params: { id: _id } }).catch(unlessGone);
        setDone(true);
      } finally {
        void cache.invalidateQueries({ queryKey: ['reviews'] });
        await cache.invalidateQueries({ queryKey });
      }
    });
    setGoing(undefined);
  }

  return (
    <Section title={t`Your opinions`}>
      {kept.data?.length === 0 && (
        <p>
          <Trans>None yet. When you request an appointment you can give one that everybody may read.</Trans>
        </p>
      )}
      {kept.isPending && <Spinner label={t`Looking up your opinions`} />}
      {kept.error && <NotFetched why={kept.error.message} again={kept.refetch} />}
      {kept.data && (
        <OpinionList opinions={kept.data} going={going} onWithdraw={(one) => void withdraw(one)} />
      )}
      <Refusal text={failure} />
      <p role="status">
        {done && (
          <span ref={focusOnMount} tabIndex={-1}>
            <Trans>Your opinion is withdrawn.</Trans>
          </span>
        )}
      </p>
    </Section>
  );
}

const stays = t`Your appointment stays as it is.`;
const what: Record<Opinion['state'], string> = {
  waiting: t`It will not be published. ${stays}`,
  published: t`Nobody will read it on this site any more. ${stays}`,
  refused: t`We forget that you wanted it published. ${stays}`,
};

/** Another tab was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
