import { t } from '@lingui/core/macro';
import { type FocusEvent, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { LoadError, RefreshState } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { type NextPageState, usePhotos } from './photo-queries.ts';

const PREVIEW_COUNT = 11;

/** The number of photos that a phone shows at first, including the last, partly visible one. */
const PHONE_COUNT = 2;

/** Shows the first photos on the landing page. */
export function PreviewGrid() {
  const { photos, error, isLoading, isFromPage, reload, nextPage } = usePhotos();
  const query = { error, isFetching: isLoading, refetch: reload };
  if (photos)
    return (
      <div className="relative">
        <Preview photos={photos} nextPage={nextPage} />
        {isFromPage && (
          <RefreshState name={t`The latest photos`} label={t`Loading the photos`} query={query} />
        )}
      </div>
    );
  if (!error) return <Spinner size="large" label={t`Loading the photos`} />;
  return <LoadError name={t`The photos`} query={query} />;
}

/** Shows only the first photos on phones, where 11 photos in one column would be six screens high. */
const cutOffClass = [
  'max-h-(--phone-preview) overflow-hidden min-[600px]:max-h-none',
  '[mask-image:linear-gradient(#000_calc(100%-4rem),transparent)] min-[600px]:[mask-image:none]',
].join(' ');

function Preview({ photos, nextPage }: { photos: readonly Photo[]; nextPage: NextPageState }) {
  const [showsAll, setShowsAll] = useState(photos.length < PHONE_COUNT);
  const showFocused = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) setShowsAll(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reveals a photo that the keyboard reaches
    <div className={showsAll ? '' : cutOffClass} onFocus={showFocused}>
      <PhotoGrid photos={photos} nextPage={nextPage} limit={PREVIEW_COUNT} />
    </div>
  );
}
