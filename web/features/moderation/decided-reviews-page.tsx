import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import {
  type DecidedReview,
  decideReview,
  listDecidedReviews,
  type ModerationReason,
  moderationReasons,
} from '#contract/staff-moderation.ts';
import { call } from '#web/api/client.ts';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { publicNameText } from '#web/i18n/public-name.ts';
import { ChangeOutcome } from '../staff/change-outcome.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { StaffPage } from '../staff/staff-page.tsx';
import { useChange } from '../staff/use-change.ts';
import { reasonTexts } from './moderation-texts.ts';

type State = 'published' | 'refused';

/** Lets moderators take back an earlier decision about a review. */
export function DecidedReviewsPage() {
  const { user } = useSession();
  const [state, setState] = useState<State>('published');
  const { done, failure, isBusy, change } = useChange();
  const query = useQuery({
    queryKey: ['staff', user?.uid, 'reviews', state],
    queryFn: ({ signal }) => call(listDecidedReviews, { query: { state }, signal }),
  });
  const remove = (id: string, reason: ModerationReason) =>
    change(async () => {
      await call(decideReview, { params: { id }, body: { decision: 'remove', reason, again: true } });
      return t`The review is removed. Its author is told why.`;
    });
  const publish = (id: string) =>
    change(async () => {
      await call(decideReview, { params: { id }, body: { decision: 'publish', again: true } });
      return t`The review is published.`;
    });

  return (
    <StaffPage
      heading={t`Earlier reviews`}
      back={{ to: '/staff/moderation', text: t`Back to photos and reviews` }}
    >
      <SelectField label={t`Show`} value={state} onChange={(event) => setState(event.target.value as State)}>
        <option value="published">{t`Published reviews`}</option>
        <option value="refused">{t`Reviews that are not published`}</option>
      </SelectField>
      <ChangeOutcome failure={failure} done={done} />
      {query.error && <StaffLoadError name={t`The list of reviews`} query={query} />}
      {query.isPending && <Spinner label={t`Loading reviews`} />}
      {query.data && query.data.length === 0 && (
        <p>
          <Trans>There are none.</Trans>
        </p>
      )}
      {query.data && query.data.length > 0 && (
        <ul aria-label={t`Reviews`} className="bb-card grid gap-6 p-6">
          {query.data.map((review) => (
            <li key={review._id}>
              <ReviewRow
                review={review}
                isPublished={state === 'published'}
                isBusy={isBusy}
                onRemove={(reason) => void remove(review._id, reason)}
                onPublish={() => void publish(review._id)}
              />
            </li>
          ))}
        </ul>
      )}
    </StaffPage>
  );
}

type RowProps = {
  review: DecidedReview;
  isPublished: boolean;
  isBusy: boolean;
  onRemove: (reason: ModerationReason) => void;
  onPublish: () => void;
};

function ReviewRow({ review, isPublished, isBusy, onRemove, onPublish }: RowProps) {
  const { text, name, decidedAt } = review;
  const [reason, setReason] = useState<ModerationReason>();
  return (
    <div className="grid gap-2 wrap-anywhere">
      <strong dir="auto">{text}</strong>
      <span className="bb-hint">{[publicNameText(name), formatDateTime(decidedAt)].join(', ')}</span>
      {reason ? (
        <div className="grid gap-3">
          <SelectField
            label={t`Why? The author is told.`}
            value={reason}
            onChange={(event) => setReason(event.target.value as ModerationReason)}
          >
            {moderationReasons.map((listed) => (
              <option key={listed} value={listed}>
                {reasonTexts[listed]}
              </option>
            ))}
          </SelectField>
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" size="small" isBusy={isBusy} onClick={() => onRemove(reason)}>
              <Trans>Remove this review</Trans>
            </Button>
            <Button variant="text" size="small" onClick={() => setReason(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </div>
      ) : (
        <Button
          variant="outlined"
          size="small"
          className="justify-self-start"
          isBusy={isBusy}
          aria-label={isPublished ? t`Remove: ${text}` : t`Publish: ${text}`}
          onClick={isPublished ? () => setReason(moderationReasons[0]) : onPublish}
        >
          {isPublished ? t`Remove` : t`Publish`}
        </Button>
      )}
    </div>
  );
}
