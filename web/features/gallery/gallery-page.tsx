import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useRef, useState } from 'react';
import { FIRST_PAGE_SIZE } from '#contract/photos.ts';
import { useQueryClient } from '#web/api/queries.ts';
import type { PageHandle } from '#web/auth/page-handle.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { Masonry } from '#web/components/masonry.tsx';
import { pageMeta } from '#web/components/page-meta.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { LoadMore } from './load-more.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { useOwnPhotos, usePhotos } from './photo-queries.ts';
import { UploadForm } from './upload/upload-form.tsx';

const HiddenPhotos = lazyComponent(() => import('./hidden-photos.tsx'));

export const meta = () => pageMeta({ title: t`Photo Gallery` });

export const handle: Omit<PageHandle, 'isShell'> = {
  rendersWithoutSession: true,
  preloadedPaths: [`/api/photo?limit=${FIRST_PAGE_SIZE}`],
};

/** Shows the link only while it has the keyboard focus, over the heading, without a layout shift. */
const skipLinkClass = [
  'absolute top-0 min-h-12 justify-self-center rounded-full border-2 border-control bg-surface px-6 py-2',
  'font-semibold text-red-ink not-focus-visible:[clip-path:inset(50%)]',
].join(' ');

export default function GalleryPage() {
  const { photos, error, isLoading, reload, nextPage } = usePhotos();
  const cache = useQueryClient();
  const hasHidden = useOwnPhotos().data?.own.some((photo) => photo.hidden);
  const [hadHidden, setHadHidden] = useState(false);
  // Keep the list after its last photo is deleted, so that it can move the focus.
  if (hasHidden && !hadHidden) setHadHidden(true);
  const endRef = useRef<HTMLDivElement>(null);

  const reloadAll = () => {
    reload();
    void cache.invalidateQueries({ queryKey: ['own-photos'] });
  };

  return (
    <div className="grid gap-8">
      <UploadForm reload={reloadAll} />
      <section className="relative grid grid-cols-1 gap-6" aria-labelledby="photo-gallery">
        <h1 id="photo-gallery" tabIndex={-1} className="text-center">
          <Trans>PHOTO GALLERY</Trans>
        </h1>
        {hadHidden && (
          <Suspense>
            <HiddenPhotos />
          </Suspense>
        )}
        {error && (
          <LoadError
            name={photos ? t`The newest photos` : t`The photos`}
            query={{ error, isFetching: isLoading, refetch: reload }}
          />
        )}
        {!photos && !error && <GridSkeleton />}
        {photos && (
          <>
            {photos.length > 1 && (
              <button type="button" className={skipLinkClass} onClick={() => endRef.current?.focus()}>
                <Trans>Skip the photos</Trans>
              </button>
            )}
            <PhotoGrid photos={photos} nextPage={nextPage} />
            <LoadMore nextPage={nextPage} count={photos.length} endRef={endRef} />
          </>
        )}
      </section>
    </div>
  );
}

const ASPECT_RATIOS = [0.75, 1.3, 0.67, 1, 0.75, 1.25, 1.4, 0.67, 1];

const boxes = ASPECT_RATIOS.map((ratio, index) => ({ _id: String(index), width: 100, height: 100 * ratio }));

/** Stacks the spinner on the boxes, so that the photos appear in the boxes' positions. */
const stackClass = '[grid-area:1/1]';

/** Shows a placeholder of the grid while the photos load. */
function GridSkeleton() {
  return (
    <div className="grid grid-cols-1">
      <div className={`${stackClass} z-1 mt-8 grid self-start justify-self-center rounded-full bg-paper p-3`}>
        <Spinner size="large" label={t`Loading the photos`} />
      </div>
      <div aria-hidden="true" className={stackClass}>
        <Masonry items={boxes} renderItem={renderBox} />
      </div>
    </div>
  );
}

const renderBox = () => <div data-ground className="h-full rounded-medium border border-line bg-soft" />;
