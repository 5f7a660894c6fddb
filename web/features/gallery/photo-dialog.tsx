import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { getPictureSources } from '#contract/picture-sources.ts';
import { Coverflow } from '#web/components/coverflow.tsx';
import { Icon } from '#web/components/icon.tsx';
import { photoIcon } from '#web/components/icons.ts';
import { Modal } from '#web/components/modal.tsx';
import { dialogRowClass, PhotoActions } from './photo-actions.tsx';
import type { NextPageState } from './photo-queries.ts';
import { usePicture } from './photo-tile.tsx';

type Props = {
  photos: readonly Photo[];
  nextPage: NextPageState;
  initialPhoto: Photo;
  onClose: () => void;
};

/** Loads the next page when the shown photo is this close to the last loaded one. */
const PRELOAD_DISTANCE = 30;

export function PhotoDialog({ photos, nextPage, initialPhoto, onClose }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const [initialIndex] = useState(() => Math.max(0, photos.indexOf(initialPhoto)));
  const [index, setIndex] = useState(initialIndex);
  const photo = photos[Math.min(index, photos.length - 1)];

  useEffect(() => {
    if (!photo) onClose();
  }, [photo, onClose]);

  const shouldLoadMore = nextPage.canLoad && index >= photos.length - PRELOAD_DISTANCE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once each time more photos are needed
  useEffect(() => {
    if (shouldLoadMore) nextPage.load();
  }, [shouldLoadMore, photos.length]);

  const focusPhoto = useCallback(
    () => content.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus(),
    [],
  );

  const hasFailed = Boolean(nextPage.error);
  // The retry button disappears when pressed, and the arrow keys need the focus inside the dialog.
  useEffect(() => {
    if (!hasFailed && document.activeElement === document.body) focusPhoto();
  }, [hasFailed, focusPhoto]);

  return (
    <Modal open closesOnBackgroundClick label={t`Photos`} className="bb-photo-dialog" onClose={onClose}>
      <div ref={content} className="flex h-(--window-height) min-h-64 flex-col gap-3 pt-17 pb-4 low:pt-4">
        <Coverflow
          label={t`Photos`}
          items={photos}
          getLabel={photoTitle}
          renderItem={renderLargePicture}
          initialIndex={initialIndex}
          hasMore={nextPage.hasMore}
          onIndexChange={setIndex}
        />
        {nextPage.error && index >= photos.length - 3 && (
          <div role="alert" className={dialogRowClass}>
            <p>
              <Trans>More photos could not be loaded.</Trans>
            </p>
            <button
              type="button"
              className="bb-button bb-button-outlined bb-button-small"
              onClick={nextPage.load}
            >
              <Trans>Try again</Trans>
            </button>
          </div>
        )}
        {photo && <PhotoActions key={photo._id} photo={photo} restoreFocus={focusPhoto} />}
      </div>
    </Modal>
  );
}

const photoTitle = ({ title }: Photo): string => title;
const renderLargePicture = (photo: Photo, isActive: boolean) => (
  <LargePicture photo={photo} isActive={isActive} />
);

/**
 * Transparent text hides the alt text that some browsers draw over the placeholder. The caption repeats it.
 */
const pictureClass = 'bb-photo-large-picture rounded-medium bg-center bg-cover text-transparent';

type LargePictureProps = {
  photo: Photo;
  /** True for the photo in the middle, the only one that can take the focus. */
  isActive: boolean;
};

/** Shows a photo as large as the window allows, with its title below. */
function LargePicture({ photo: { img, title, width, height, placeholder }, isActive }: LargePictureProps) {
  const { isBroken, attempt, imageProps, retry } = usePicture();
  return (
    <figure className="grid h-full grid-cols-1 grid-rows-[minmax(0,1fr)_auto] items-center justify-items-center gap-3 text-center">
      {isBroken ? (
        <div className="grid grid-cols-[minmax(0,auto)] content-center justify-items-center gap-2 rounded-medium border border-(--on-dark-line) border-dashed p-8 text-small">
          <Icon path={photoIcon} size={2.5} />
          <p>
            <Trans>This photo could not be loaded.</Trans>
          </p>
          <button
            type="button"
            className="bb-button bb-button-outlined bb-button-small"
            tabIndex={isActive ? undefined : -1}
            onClick={retry}
          >
            <Trans>Try again</Trans>
          </button>
        </div>
      ) : (
        <div className="[container-type:size] grid size-full place-items-center">
          <img
            key={attempt}
            {...getPictureSources(img, width)}
            {...imageProps}
            className={pictureClass}
            sizes="(min-width: 49rem) 40rem, 82vw"
            alt={title}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            style={{
              ...pictureStyle(width, height),
              ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
            }}
          />
        </div>
      )}
      <figcaption
        dir="auto"
        aria-hidden={!isBroken}
        className="line-clamp-3 wrap-anywhere in-[[aria-hidden]]:invisible"
      >
        {title}
      </figcaption>
    </figure>
  );
}

/**
 * Returns the aspect ratio and natural width, if known, as style variables. photos.css sizes the picture with
 * them before it loads.
 */
const pictureStyle = (width?: number, height?: number): CSSProperties | undefined =>
  width && height ? ({ '--shape': width / height, '--own': `${width}px` } as CSSProperties) : undefined;
