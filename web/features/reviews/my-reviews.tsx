import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { listOwnReviews, type OwnReview, withdrawReview } from '#contract/reviews.ts';
import { call } from '#web/api/client.ts';
import { hasFeature } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { queryOptions, useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { pendingMark, successMark } from '#web/components/class-names.ts';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { Section, SectionDone, SectionLoading } from '#web/components/section.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { publicNameText } from '#web/i18n/public-name.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { ConfirmEmailButton } from '../account/confirm-email-notice.tsx';

const MyDecisions = lazyComponent(() => import('../moderation/my-decisions.tsx'));

export const ownReviewsQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['own-reviews', uid],
    queryFn: ({ signal }) => call(listOwnReviews, { signal }),
  });

/** Lists the user's own reviews on the account page. The user can withdraw them. */
export function MyReviews() {
  return hasFeature('reviews') ? <MyReviewsSection /> : null;
}

function MyReviewsSection() {
  const { user } = useSession();
  const query = ownReviewsQuery(user?.uid);
  const { queryKey } = query;
  const cache = useQueryClient();
  const hasStaff = hasFeature('staff');
  const [withdrawingId, setWithdrawingId] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const { failure, attempt } = useFormAction();
  const reviewsQuery = useQuery(query);
  const hasReviews = reviewsQuery.data !== undefined && reviewsQuery.data.length > 0;
  const { data: appointments } = useQuery({ ...appointmentsQuery(user), enabled: hasReviews });

  async function withdraw({ _id, appointmentId, state, text, givenAt }: OwnReview) {
    setIsDone(false);
    const appointment = appointments?.find((listed) => listed._id === appointmentId);
    const about = appointment
      ? `${formatDayAndTime(appointment)}, ${appointment.center}`
      : dateFormat.format(new Date(givenAt));
    const isConfirmed = await confirmDialog({
      title: t`Remove your review?`,
      text: states[state].confirmation,
      details: `“${text}” ${about}`,
    });
    if (!isConfirmed) return;
    setWithdrawingId(_id);
    await attempt(async () => {
      try {
        await call(withdrawReview, { params: { id: _id } }).catch(ignoreNotFound);
        setIsDone(true);
      } finally {
        void cache.invalidateQueries({ queryKey: ['reviews'] });
        await cache.invalidateQueries({ queryKey });
      }
    });
    setWithdrawingId(undefined);
  }

  return (
    <Section title={t`Your reviews`}>
      {reviewsQuery.data?.length === 0 && (
        <>
          <p>
            <Trans>
              You have no reviews yet. An opinion that you write with an appointment request appears here if
              you choose to publish it.
            </Trans>
          </p>
          <LinkButton to="/dashboard/appointments" variant="outlined" className="justify-self-start">
            <Trans>Your appointments</Trans>
          </LinkButton>
        </>
      )}
      <SectionLoading query={reviewsQuery} label={t`Loading your reviews`} />
      {reviewsQuery.data && (
        <ReviewList
          reviews={reviewsQuery.data}
          withdrawingId={withdrawingId}
          onWithdraw={(review) => void withdraw(review)}
        />
      )}
      {reviewsQuery.data?.some(({ state }) => state === 'address-unconfirmed') && (
        <ConfirmAddress email={user?.email} />
      )}
      {hasStaff && reviewsQuery.data?.some(({ state }) => state === 'refused') && (
        <Suspense>
          <MyDecisions kind="review" />
        </Suspense>
      )}
      <FormError text={failure} />
      <SectionDone text={isDone ? t`Your review is removed.` : undefined} />
    </Section>
  );
}

const ConfirmAddress = ({ email = '' }: { email: string | undefined }) => (
  <div className="grid justify-items-start gap-3">
    <p className="wrap-anywhere">
      {t`We check a review, and can publish it, once you have confirmed ${email}.`}
    </p>
    <ConfirmEmailButton />
  </div>
);

const unchangedText = t`Your appointment does not change.`;

type State = {
  text: string;
  className: string;
  /** What happens next. Absent if the section shows what to do below the list. */
  next?: string;
  /** Asks whether to withdraw the review. */
  confirmation: string;
};

const states: Record<OwnReview['state'], State> = {
  'address-unconfirmed': {
    text: t`Not sent to us yet`,
    className: pendingMark,
    confirmation: t`It will not be published. ${unchangedText}`,
  },
  waiting: {
    text: t`Waiting for approval`,
    className: pendingMark,
    next: t`We read it before it appears on the home page. You have nothing to do.`,
    confirmation: t`It will not be published. ${unchangedText}`,
  },
  published: {
    text: t`Published`,
    className: successMark,
    next: t`Everybody can read it on the home page.`,
    confirmation: t`It will be removed from this site. ${unchangedText}`,
  },
  refused: {
    text: t`Not published`,
    className: 'font-semibold',
    confirmation: t`We will delete your request to publish it. ${unchangedText}`,
  },
};

/** Ignores 404: the review was already withdrawn, for example in another tab. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

type ListProps = {
  reviews: OwnReview[];
  /** The id of the review that is being withdrawn. */
  withdrawingId: string | undefined;
  onWithdraw: (review: OwnReview) => void;
};

const dateFormat = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'long' });

function ReviewList({ reviews, withdrawingId, onWithdraw }: ListProps) {
  return (
    <ul className="grid gap-5">
      {reviews.map((review) => (
        <li key={review._id} className="grid gap-2">
          <q className="block">{review.text}</q>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className={states[review.state].className}>{states[review.state].text}</span>
              <span className="bb-hint">
                {publicNameText(review.name)}, {dateFormat.format(new Date(review.givenAt))}
              </span>
            </span>
            <Button
              variant="outlined"
              className="shrink-0"
              isBusy={withdrawingId === review._id}
              aria-label={withdrawLabel(review)}
              onClick={() => onWithdraw(review)}
            >
              <Trans>Remove</Trans>
            </Button>
          </div>
          {states[review.state].next && <p className="bb-hint">{states[review.state].next}</p>}
        </li>
      ))}
    </ul>
  );
}

const withdrawLabel = ({ text }: OwnReview): string => t`Remove: ${text}`;
