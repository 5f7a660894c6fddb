import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type SyntheticEvent, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { getPictureSources } from '#contract/picture-sources.ts';
import { Icon } from '#web/components/icon.tsx';
import { photoIcon } from '#web/components/icons.ts';

type Props = {
  photo: Photo;
  onOpen: (photo: Photo) => void;
};

// The text is transparent, because some browsers draw the alt text over the placeholder while a photo loads.
const pictureClass = [
  'size-full rounded-[inherit] bg-center bg-cover object-cover text-transparent',
  'transition-[filter] group-hover:[filter:brightness(1.06)]',
].join(' ');

/**
 * Shows a photo in the grid, the blurred placeholder while the photo loads, or the title if it cannot be
 * loaded.
 */
export function PhotoTile({ photo, onOpen }: Props) {
  const { img, title, width, height, placeholder } = photo;
  const { isBroken, attempt, imageProps, retry } = usePicture();
  return (
    <>
      <button
        type="button"
        className="group block size-full cursor-zoom-in overflow-hidden rounded-medium bg-soft"
        onClick={() => onOpen(photo)}
      >
        {isBroken ? (
          <span className="grid h-full grid-cols-[minmax(0,auto)] content-center justify-items-center gap-2 rounded-[inherit] border border-control border-dashed px-4 pt-4 pb-16 text-center text-ink-soft text-small">
            <Icon path={photoIcon} size={2} />
            <span dir="auto" className="line-clamp-3 wrap-anywhere">
              {title}
            </span>
          </span>
        ) : (
          <img
            key={attempt}
            {...getPictureSources(img, width)}
            {...imageProps}
            className={pictureClass}
            alt={title}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
          />
        )}
      </button>
      {isBroken && (
        <button
          type="button"
          className="bb-button bb-button-outlined bb-button-small absolute inset-x-4 bottom-4 bg-surface"
          aria-label={t`Try again: ${title}`}
          onClick={retry}
        >
          <Trans>Try again</Trans>
        </button>
      )}
    </>
  );
}

/** Tracks the loading of one picture. Spread `imageProps` on the `<img>` and use `attempt` as its key. */
export function usePicture() {
  const [attempt, setAttempt] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  return {
    isBroken,
    attempt,
    imageProps: {
      onError: () => setIsBroken(true),
      // Remove the placeholder, which would show through a transparent picture.
      onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
        currentTarget.style.backgroundImage = 'none';
      },
    },
    retry: () => {
      setAttempt(attempt + 1);
      setIsBroken(false);
    },
  };
}
