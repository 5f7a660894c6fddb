import { useState } from 'react';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Masonry } from '#web/ui/masonry.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { usePhotos } from './photo-queries.ts';
import { Picture } from './picture.tsx';

const shown = 11;

/** The first photos; a click on one opens all of them, at this one. */
export function PreviewWall() {
  const { data, error, isFetching, refetch } = usePhotos();
  const [open, setOpen] = useState<number>();

  if (!data && !error) return <Spinner size="large" label="Loading the photos" />;
  if (!data)
    return <LoadFailure what="The photos" error={error} busy={isFetching} retry={() => void refetch()} />;
  if (data.length === 0) return <p className="bb-lead bb-empty">No photos yet. Yours could be the first.</p>;
  return (
    <>
      <Masonry
        items={data.slice(0, shown)}
        label="Photos"
        render={(photo, index) => (
          <button type="button" className="bb-photo-button" onClick={() => setOpen(index)}>
            <Picture photo={photo} />
          </button>
        )}
      />
      {open !== undefined && <PhotoDialog photos={data} start={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
