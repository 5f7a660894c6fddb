import { t } from '@lingui/core/macro';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { Masonry } from '#web/components/masonry.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import type { NextPageState } from './photo-queries.ts';
import { PhotoTile } from './photo-tile.tsx';

type Props = {
  /** All loaded photos. The dialog shows them all and loads more. */
  photos: readonly Photo[];
  nextPage: NextPageState;
  /** How many photos the grid shows. If undefined, it shows all. */
  limit?: number;
};

/**
 * Shows photos in a masonry grid. A click on a photo opens a dialog with all photos, starting at this one.
 */
export function PhotoGrid({ photos, nextPage, limit }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [openPhoto, setOpenPhoto] = useState<Photo>();
  const visiblePhotos = useMemo(
    () => (limit === undefined ? photos : photos.slice(0, limit)),
    [photos, limit],
  );
  const renderTile = useCallback((photo: Photo) => <PhotoTile photo={photo} onOpen={setOpenPhoto} />, []);
  const close = useCallback(() => setOpenPhoto(undefined), []);
  useFocusAfterDialog(container, openPhoto && visiblePhotos.indexOf(openPhoto));

  return (
    <div ref={container}>
      {photos.length === 0 ? (
        <p data-empty className="bb-lead text-center">
          {limit === undefined
            ? t`No photos yet. Upload the first one above.`
            : t`No photos yet. Upload one in your dashboard.`}
        </p>
      ) : (
        <Masonry
          items={visiblePhotos}
          label={t`Photos`}
          renderItem={renderTile}
          hasMore={limit === undefined && nextPage.hasMore}
        />
      )}
      {openPhoto && (
        <PhotoDialog photos={photos} nextPage={nextPage} initialPhoto={openPhoto} onClose={close} />
      )}
    </div>
  );
}

/**
 * Moves the focus after the dialog closes, if the photo that opened it was deleted: to the photo now in its
 * position, or to the heading of an empty grid. `openIndex` is the photo's index while the dialog is open.
 */
function useFocusAfterDialog(container: RefObject<HTMLElement | null>, openIndex: number | undefined): void {
  const lastIndex = useRef<number>(undefined);

  useEffect(() => {
    if (openIndex !== undefined) {
      if (openIndex >= 0) lastIndex.current = openIndex;
      return;
    }
    if (lastIndex.current !== undefined && document.activeElement === document.body)
      focusNear(container.current, lastIndex.current);
    lastIndex.current = undefined;
  }, [container, openIndex]);
}

function focusNear(container: HTMLElement | null, index: number): void {
  const photos = [...(container?.querySelectorAll<HTMLElement>('li > button:first-child') ?? [])];
  const positionOf = (photo: HTMLElement, domIndex: number) =>
    Number(photo.parentElement?.getAttribute('aria-posinset') ?? domIndex + 1) - 1;
  const next = photos.find((photo, domIndex) => positionOf(photo, domIndex) >= index) ?? photos.at(-1);
  (next ?? container?.closest('section')?.querySelector<HTMLElement>('h1, h2'))?.focus();
}
