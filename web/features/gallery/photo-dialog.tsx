import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { Coverflow } from '#web/ui/coverflow.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { LargePicture } from './large-picture.tsx';
import { dialogLine, PhotoActions } from './photo-actions.tsx';
import type { More } from './photo-queries.ts';

type Props = {
  photos: readonly Photo[];
  more: More;
  /** The photo to begin with. */
  start: Photo;
  onClose: () => void;
};

/** So many photos before the last one that is loaded, more are asked for. */
const ahead = 30;

/** All photos in a coverflow over the page. */
export function PhotoDialog({ photos, more, start, onClose }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const [begun] = useState(() => Math.max(0, photos.indexOf(start)));
  const [index, setIndex] = useState(begun);
  const photo = photos[Math.min(index, photos.length - 1)];

  useEffect(() => {
    if (!photo) onClose();
  }, [photo, onClose]);

  const due = more.toCome && !more.busy && !more.error && index >= photos.length - ahead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once each time it is due
  useEffect(() => {
    if (due) more.load();
  }, [due, photos.length]);

  const goBack = useCallback(
    () => content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus(),
    [],
  );

  const failed = Boolean(more.error);
  // The button that tries again goes as soon as it does, and the arrow keys need the focus inside.
  useEffect(() => {
    if (!failed && document.activeElement === document.body) goBack();
  }, [failed, goBack]);

  return (
    <Modal open bare label={t`Photos`} className="bb-photo-dialog" onClose={onClose}>
      <div ref={content} className="flex h-(--window-height) min-h-96 flex-col gap-3 pt-17 pb-4">
        <Coverflow
          label={t`Photos`}
          items={photos}
          nameOf={titleOf}
          render={drawLarge}
          start={begun}
          more={more.toCome}
          onMove={setIndex}
        />
        {more.error && index >= photos.length - 3 && (
          <div role="alert" className={dialogLine}>
            <p>
              <Trans>More photos could not be loaded.</Trans>
            </p>
            <button type="button" className="bb-button bb-button-quiet bb-button-small" onClick={more.load}>
              <Trans>Try again</Trans>
            </button>
          </div>
        )}
        {photo && <PhotoActions key={photo._id} photo={photo} goBack={goBack} />}
      </div>
    </Modal>
  );
}

const titleOf = ({ title }: Photo): string => title;
const drawLarge = (photo: Photo, inMiddle: boolean) => <LargePicture photo={photo} inMiddle={inMiddle} />;
