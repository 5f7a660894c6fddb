import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { pageData } from '#web/before-react/page-data.ts';
import { LinkButton } from '#web/components/button.tsx';
import { LandingText } from '#web/components/landing-text.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { RenderNearViewport } from '#web/components/render-near-viewport.tsx';
import { Spinner } from '#web/components/spinner.tsx';

const PreviewGrid = lazyComponent(async () => {
  const { PreviewGrid: Grid } = await import('#web/features/gallery/preview-grid.tsx');
  return { default: Grid };
});

/**
 * Reserves the height of photos that the page does not contain, to avoid a layout shift, unless the list is
 * empty or fails.
 */
const reservedSpace = [
  'min-h-(--phone-preview)',
  'min-[600px]:min-h-[calc(min(600px,100vw-2*var(--spacing-edge))*2.67)]',
  'min-[1200px]:min-h-[1344px] has-[[data-empty],[role=alert]]:min-h-0',
].join(' ');

export function PhotoPreview() {
  const isInPage = pageData().lists.photos !== undefined;
  const fallback = (
    <p className="pt-10 text-center">
      <Spinner size="large" label={t`Loading the photos`} />
    </p>
  );
  return (
    <section aria-labelledby="photos" className="bg-soft">
      <div className="bb-page bb-section text-center">
        <h2 id="photos">
          <LandingText name="photos.title">
            <Trans>Photo Gallery</Trans>
          </LandingText>
        </h2>
        <p className="bb-lead mx-auto mt-3 mb-6 max-w-xl md:mb-10">
          <LandingText name="photos.detail">
            <Trans>People and moments, drawn and photographed by those who were there.</Trans>
          </LandingText>
        </p>
        <div data-from-visitors className={`[--phone-preview:15.5rem] ${isInPage ? '' : reservedSpace}`}>
          <RenderNearViewport fallback={fallback} isInPage={isInPage}>
            <Suspense fallback={fallback}>
              <PreviewGrid />
            </Suspense>
          </RenderNearViewport>
        </div>
        <LinkButton to="/dashboard/gallery" variant="outlined" className="mt-2 min-[600px]:mt-10">
          <Trans>See All Images</Trans>
        </LinkButton>
      </div>
    </section>
  );
}
