import { t } from '@lingui/core/macro';
import { LoadError } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { usePhotos } from './photo-queries.ts';

const PREVIEW_COUNT = 11;

/** The first photos, for the landing page. */
export function PreviewGrid() {
  const { photos, error, isLoading, reload, nextPage } = usePhotos();
  if (photos) return <PhotoGrid photos={photos} nextPage={nextPage} limit={PREVIEW_COUNT} />;
  if (!error) return <Spinner size="large" label={t`Loading the photos`} />;
  return <LoadError name={t`The photos`} error={error} isBusy={isLoading} onRetry={reload} />;
}
