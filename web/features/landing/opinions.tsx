import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { FormLink } from './form-link.tsx';

const OpinionCarousel = lazyPart(() => import('./opinion-carousel.tsx'));

export function Opinions() {
  const waiting = <Spinner size="large" label="Loading the opinions" />;
  return (
    <section aria-labelledby="opinions" className="bb-page bb-section bb-opinions">
      <div>
        <h2 id="opinions">Awesome Words From Donors</h2>
        <p className="bb-lead mt-4">What people told us afterwards, over tea.</p>
        <FormLink field="opinion" look="quiet" className="mt-6">
          Share your opinion
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
