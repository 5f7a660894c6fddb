import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { listReviews, type Review } from '#contract/reviews.ts';
import { call } from '#web/api/client.ts';
import { fromPage, queryOptions, useQuery } from '#web/api/queries.ts';
import { pageData } from '#web/before-react/page-data.ts';
import { Carousel } from '#web/components/carousel.tsx';
import { LoadError, RefreshState } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { memberTypeText, publicNameText } from '#web/i18n/public-name.ts';

const reviewsQuery = queryOptions({
  queryKey: ['reviews'],
  queryFn: ({ signal }) => call(listReviews, { signal }),
  ...fromPage(() => pageData().lists.reviews),
  meta: { public: true },
});

/** The number of pagination dots that fit in one row on a small phone. */
const MAX_DOTS = 8;

export default function ReviewCarousel() {
  const query = useQuery(reviewsQuery);
  if (query.data)
    return (
      <div className="relative min-w-0">
        <LoadedReviews reviews={query.data} />
        {query.dataUpdatedAt === 0 && (
          <RefreshState name={t`The latest reviews`} label={t`Loading the reviews`} query={query} />
        )}
      </div>
    );
  if (!query.error) return <Spinner size="large" label={t`Loading the reviews`} />;
  return <LoadError name={t`Reviews`} query={query} />;
}

function LoadedReviews({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0)
    return (
      <p data-empty className="bb-lead">
        <Trans>No reviews yet. You can write one when you request an appointment.</Trans>
      </p>
    );
  return (
    <Carousel
      label={t`Donor reviews`}
      className="w-full [&_.bb-carousel-controls]:justify-start"
      showCount={reviews.length > MAX_DOTS}
      slides={reviews.map((review) => ({
        key: review._id,
        label: publicNameText(review.name),
        content: <ReviewSlide {...review} />,
      }))}
    />
  );
}

const quoteClass = [
  'font-heading text-[clamp(1.1875rem,0.95rem+1.5vw,2rem)] font-semibold leading-[1.35] tracking-[-0.01em] text-pretty bn:leading-[1.6]',
  "before:block before:h-[0.55em] before:text-[3.25rem] before:leading-none before:text-red-ink before:content-['“']",
].join(' ');

function ReviewSlide({ viewContext, name, memberType, image }: Review) {
  return (
    <figure className="flex h-full flex-col justify-between gap-4 px-1 pt-2 pb-1">
      <blockquote className={quoteClass}>{viewContext}</blockquote>
      <figcaption className="flex items-center gap-4">
        <img src={image} alt="" width="72" height="72" loading="lazy" className="size-14 rounded-full" />
        <span>
          <span className="block font-semibold">{publicNameText(name)}</span>
          <span className="block text-ink-soft">{memberTypeText(memberType)}</span>
        </span>
      </figcaption>
    </figure>
  );
}
