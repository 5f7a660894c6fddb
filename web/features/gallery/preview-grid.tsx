import { t } from '@lingui/core/macro';
import { LoadError } from '#web/components/load-error.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { usePhotos } from './photo-queries.ts';

const shown = 11;

/** The first photos; a click on one opens all of them, at this one. */
export function PreviewGrid() {
  const { photos, error, busy, reload, more } = usePhotos();
  if (photos) return <PhotoGrid photos={photos} more={more} limit={shown} />;
  if (!error) return <Spinner size="large" label={t`Loading the photos`} />;
  return <LoadError what={t`The photos`} error={error} busy={busy} retry={reload} />;
}
