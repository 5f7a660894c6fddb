import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type SyntheticEvent, useState } from 'react';
import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';
import { Icon } from '#web/components/icon.tsx';

type Props = { photo: Photo /** Shows it large. */; open: (photo: Photo) => void };

// The colour hides the text that some browsers draw over the blurred picture while a photo loads.
const picture = [
  'size-full rounded-[inherit] bg-center bg-cover object-cover text-transparent',
  'transition-[filter] group-hover:[filter:brightness(1.06)]',
].join(' ');

/** A photo on the wall. Until it arrives its blurred likeness stands there; where it cannot, its title. */
export function PhotoTile({ photo, open }: Props) {
  const { img, title, width, height, placeholder } = photo;
  const { broken, attempt, image, tryAgain } = usePicture();
  return (
    <>
      <button
        type="button"
        className="group block size-full cursor-zoom-in overflow-hidden rounded-medium bg-soft"
        onClick={() => open(photo)}
      >
        {broken ? (
          <span className="grid h-full grid-cols-[minmax(0,auto)] content-center justify-items-center gap-2 rounded-[inherit] border border-control border-dashed px-4 pt-4 pb-16 text-center text-ink-soft text-small">
            <Icon name="photo" size={2} />
            <span dir="auto" className="line-clamp-3 wrap-anywhere">
              {title}
            </span>
          </span>
        ) : (
          <img
            key={attempt}
            {...pictureSources(img, width)}
            {...image}
            className={picture}
            alt={title}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
            style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
          />
        )}
      </button>
      {broken && (
        <button
          type="button"
          className="bb-button bb-button-quiet bb-button-small absolute inset-x-4 bottom-4 bg-surface"
          aria-label={t`Try again: ${title}`}
          onClick={tryAgain}
        >
          <Trans>Try again</Trans>
        </button>
      )}
    </>
  );
}

/** How one picture fares: `image` goes to the `<img>`, with `attempt` as its key. */
export function usePicture() {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  return {
    broken,
    attempt,
    image: {
      onError: () => setBroken(true),
      // A picture that one can see through is not to be seen over its own blurred likeness.
      onLoad: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
        currentTarget.style.backgroundImage = 'none';
      },
    },
    tryAgain: () => {
      setAttempt(attempt + 1);
      setBroken(false);
    },
  };
}
