import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';
import { Coverflow } from '#web/components/coverflow.tsx';
import { Icon } from '#web/components/icon.tsx';
import { Modal } from '#web/components/modal.tsx';
import { dialogLineClass, PhotoActions } from './photo-actions.tsx';
import type { NextPageState } from './photo-queries.ts';
import { usePicture } from './photo-tile.tsx';

type Props = {
  photos: readonly Photo[];
  more: NextPageState;
  /** The photo to begin with. */
  start: Photo;
  onClose: () => void;
};

/** So many photos before the last one that is loaded, more are asked for. */
const ahead = 30;

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
          <div role="alert" className={dialogLineClass}>
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

type LargePictureProps = { photo: Photo /** Only then it takes the focus. */; inMiddle: boolean };

/** A photo as large as the window allows, with its title below. */
function LargePicture({ photo: { img, title, width, height, placeholder }, inMiddle }: LargePictureProps) {
  const { broken, attempt, image, tryAgain } = usePicture();
  return (
    <figure className="grid h-full grid-cols-1 grid-rows-[minmax(0,1fr)_auto] items-center justify-items-center gap-3 text-center">
      {broken ? (
        <div className="grid grid-cols-[minmax(0,auto)] content-center justify-items-center gap-2 rounded-medium border border-(--on-dark-line) border-dashed p-8 text-small">
          <Icon name="photo" size={2.5} />
          <p>
            <Trans>This photo could not be loaded.</Trans>
          </p>
          <button
            type="button"
            className="bb-button bb-button-quiet bb-button-small"
            tabIndex={inMiddle ? undefined : -1}
            onClick={tryAgain}
          >
            <Trans>Try again</Trans>
          </button>
        </div>
      ) : (
        <div className="bb-photo-frame grid size-full place-items-center">
          <img
            key={attempt}
            {...pictureSources(img, width)}
            {...image}
            className="bb-photo-large-picture"
            sizes="(min-width: 49rem) 40rem, 82vw"
            alt={title}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            style={{
              ...sizeOf(width, height),
              ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
            }}
          />
        </div>
      )}
      <figcaption
        dir="auto"
        aria-hidden={!broken}
        className="line-clamp-3 wrap-anywhere in-[[aria-hidden]]:invisible"
      >
        {title}
      </figcaption>
    </figure>
  );
}

/** As large as the room allows and no larger than itself, known before it comes; photos.css reads it. */
const sizeOf = (width?: number, height?: number): CSSProperties | undefined =>
  width && height ? ({ '--shape': width / height, '--own': `${width}px` } as CSSProperties) : undefined;
