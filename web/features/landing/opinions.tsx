import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { FormLink } from './form-link.tsx';

const OpinionCarousel = lazyPart(() => import('./opinion-carousel.tsx'));

export function Opinions() {
  const waiting = <Spinner size="large" label={t`Loading the opinions`} />;
  return (
    <section aria-labelledby="opinions" className="bb-page bb-section bb-opinions">
      <div>
        <h2 id="opinions">
          <Trans>Awesome Words From Donors</Trans>
        </h2>
        <p className="bb-lead mt-4">
          <Trans>What people told us afterwards, over tea.</Trans>
        </p>
        <FormLink field="opinion" look="quiet" className="mt-6">
          <Trans>Share your opinion</Trans>
        </FormLink>
      </div>
      <div className="bb-opinion-space">
        <WhenNear fallback={waiting}>
          <Suspense fallback={waiting}>
            <OpinionCarousel />
          </Suspense>
        </WhenNear>
      </div>
    </section>
  );
}
