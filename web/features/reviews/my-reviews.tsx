import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { listOwnReviews, type OwnReview, withdrawReview } from '#contract/reviews.ts';
import { call } from '#web/api/client.ts';
import { useFeature } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { pageLocale } from '#web/i18n/language.ts';
import { publicNameText } from '#web/i18n/public-name.ts';
import { Section, SectionDone, SectionLoading } from '../account/section.tsx';

/** The account page's part about what one has said for everybody to read, and taking it back. */
export function MyReviews() {
  return useFeature('reviews') ? <Opinions /> : null;
}

function Opinions() {
  const { user } = useSession();
  const queryKey = ['opinions', user?.uid];
  const cache = useQueryClient();
  const [going, setGoing] = useState<string>();
  const [done, setDone] = useState(false);
  const { failure, attempt } = useFormAction();
  const kept = useQuery({ queryKey, queryFn: ({ signal }) => call(listOwnReviews, { signal }) });

  async function withdraw({ _id, state }: OwnReview) {
    setDone(false);
    if (!(await confirmDialog({ title: t`Withdraw your review?`, text: states[state].withdrawn }))) return;
    setGoing(_id);
    await attempt(async () => {
      try {
        await call(withdrawReview, { params: { id: _id } }).catch(unlessGone);
        setDone(true);
      } finally {
        void cache.invalidateQueries({ queryKey: ['reviews'] });
        await cache.invalidateQueries({ queryKey });
      }
    });
    setGoing(undefined);
  }

  return (
    <Section title={t`Your reviews`}>
      {kept.data?.length === 0 && (
        <p>
          <Trans>None yet. You can write one when you request an appointment.</Trans>
        </p>
      )}
      <SectionLoading query={kept} label={t`Loading your reviews`} />
      {kept.data && (
        <ReviewList opinions={kept.data} going={going} onWithdraw={(one) => void withdraw(one)} />
      )}
      <FormError text={failure} />
      <SectionDone text={done ? t`Your review is withdrawn.` : undefined} />
    </Section>
  );
}

const stays = t`Your appointment stays as it is.`;

/** What is said of an opinion, and what becomes of it when it is withdrawn. */
const states: Record<OwnReview['state'], { text: string; className: string; withdrawn: string }> = {
  waiting: {
    text: t`Waiting for approval`,
    className: pendingMark,
    withdrawn: t`It will not be published. ${stays}`,
  },
  published: {
    text: t`On the site`,
    className: successMark,
    withdrawn: t`Nobody will read it on this site any more. ${stays}`,
  },
  refused: {
    text: t`Not published`,
    className: 'font-semibold',
    withdrawn: t`We forget that you wanted it published. ${stays}`,
  },
};

/** Another tab was quicker. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

type ListProps = {
  opinions: OwnReview[];
  /** The id of the one that is being withdrawn. */
  going: string | undefined;
  onWithdraw: (opinion: OwnReview) => void;
};

const day = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'long' });

/** The newest first. */
function ReviewList({ opinions, going, onWithdraw }: ListProps) {
  return (
    <ul className="grid gap-5">
      {opinions.map((opinion) => (
        <li key={opinion._id} className="grid gap-2">
          <q className="block">{opinion.text}</q>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className={states[opinion.state].className}>{states[opinion.state].text}</span>
              <span className="bb-hint">
                {publicNameText(opinion.name)}, {day.format(new Date(opinion.givenAt))}
              </span>
            </span>
            <Button
              look="quiet"
              className="shrink-0"
              busy={going === opinion._id}
              aria-label={withdrawLabel(opinion)}
              onClick={() => onWithdraw(opinion)}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const withdrawLabel = ({ text }: OwnReview): string => t`Withdraw: ${text}`;
