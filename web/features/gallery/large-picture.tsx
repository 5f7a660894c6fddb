import { Trans } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';
import { Icon } from '#web/ui/icon.tsx';
import { usePicture } from './photo-tile.tsx';

type Props = { photo: Photo /** Only then it takes the focus. */; inMiddle: boolean };

/** A photo as large as the window allows, with its title below. */
export function LargePicture({ photo: { img, title, width, height, placeholder }, inMiddle }: Props) {
  const { broken, attempt, image, tryAgain } = usePicture();
  return (
    <figure className="grid h-full grid-cols-1 grid-rows-[minmax(0,1fr)_auto] items-center justify-items-center gap-3 text-center">
      {broken ? (
        <div className="grid grid-cols-[minmax(0,auto)] content-center justify-items-center gap-2 rounded-medium border border-(--on-night-line) border-dashed p-8 text-small">
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
        <div className="bb-photo-room grid size-full place-items-center">
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
