import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { pageData } from '#web/before-react/page-data.ts';
import { FormLink } from '#web/components/form-link.tsx';
import { LandingText } from '#web/components/landing-text.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { RenderNearViewport } from '#web/components/render-near-viewport.tsx';
import { Spinner } from '#web/components/spinner.tsx';

const ReviewCarousel = lazyComponent(() => import('./review-carousel.tsx'));

export function Reviews() {
  const fallback = <Spinner size="large" label={t`Loading the reviews`} />;
  return (
    <section
      aria-labelledby="reviews"
      className="bb-page bb-section grid gap-5 md:gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)] lg:gap-[clamp(3rem,7vw,7rem)]"
    >
      <div>
        <h2 id="reviews">
          <LandingText name="reviews.title">
            <Trans>Awesome Words From Donors</Trans>
          </LandingText>
        </h2>
        <p className="bb-lead mt-3 md:mt-6">
          <LandingText name="reviews.detail">
            <Trans>What donors say about giving blood.</Trans>
          </LandingText>
        </p>
        <FormLink field="opinion" variant="outlined" className="mt-4 md:mt-6">
          <Trans>Share your opinion</Trans>
        </FormLink>
      </div>
      {/* Reserves enough height for the longest sample review. */}
      <div
        data-from-visitors
        className="grid min-h-88 min-w-0 grid-cols-1 items-start has-[[data-empty],[role=alert]]:min-h-0 sm:min-h-92 lg:min-h-100"
      >
        <RenderNearViewport fallback={fallback} isInPage={pageData().lists.reviews !== undefined}>
          <Suspense fallback={fallback}>
            <ReviewCarousel />
          </Suspense>
        </RenderNearViewport>
      </div>
    </section>
  );
}
