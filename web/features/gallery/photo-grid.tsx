import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { Masonry } from '#web/components/masonry.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import type { NextPageState } from './photo-queries.ts';
import { PhotoTile } from './photo-tile.tsx';

type Props = {
  /** All that is loaded; the dialog leads through all of it, and on. */
  photos: readonly Photo[];
  more: NextPageState;
  /** How many the wall shows; absent: all. */
  limit?: number;
};

/** Photos on a wall; a click on one opens all of them, at this one. */
export function PhotoGrid({ photos, more, limit }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Photo>();
  const shown = useMemo(() => (limit === undefined ? photos : photos.slice(0, limit)), [photos, limit]);
  const draw = useCallback((photo: Photo) => <PhotoTile photo={photo} open={setOpened} />, []);
  const close = useCallback(() => setOpened(undefined), []);
  useFocusAfterDialog(place, opened && shown.indexOf(opened));

  return (
    <div ref={place}>
      {photos.length === 0 ? (
        <p data-empty className="bb-lead text-center">
          <Trans>No photos yet. Yours could be the first.</Trans>
        </p>
      ) : (
        <Masonry items={shown} label={t`Photos`} render={draw} more={limit === undefined && more.toCome} />
      )}
      {opened && <PhotoDialog photos={photos} more={more} start={opened} onClose={close} />}
    </div>
  );
}

/**
 * The dialog gives the focus back to the photo that opened it. When that one was deleted in it, the photo in its
 * place takes the focus, or the heading of an empty wall. `opened` is its index while the dialog is open.
 */
function useFocusAfterDialog(place: RefObject<HTMLElement | null>, opened: number | undefined): void {
  const last = useRef<number>(undefined);

  useEffect(() => {
    if (opened !== undefined) {
      if (opened >= 0) last.current = opened;
      return;
    }
    if (last.current !== undefined && document.activeElement === document.body)
      focusNear(place.current, last.current);
    last.current = undefined;
  }, [place, opened]);
}

function focusNear(place: HTMLElement | null, index: number): void {
  const photos = [...(place?.querySelectorAll<HTMLElement>('li > button:first-child') ?? [])];
  const positionOf = (photo: HTMLElement, at: number) =>
    Number(photo.parentElement?.getAttribute('aria-posinset') ?? at + 1) - 1;
  const next = photos.find((photo, at) => positionOf(photo, at) >= index) ?? photos.at(-1);
  (next ?? place?.closest('section')?.querySelector<HTMLElement>('h1, h2'))?.focus();
}
