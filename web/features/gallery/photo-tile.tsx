import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Photo } from '#contract/photos.ts';
import { pictureSources } from '#contract/picture-sources.ts';
import { Icon } from '#web/ui/icon.tsx';
import { usePicture } from './use-picture.ts';

type Props = { photo: Photo /** Shows it large. */; open: (photo: Photo) => void };

/** A photo on the wall. Until it arrives its blurred likeness stands there; where it cannot, its title. */
export function PhotoTile({ photo, open }: Props) {
  const { img, title, width, height, placeholder } = photo;
  const { broken, attempt, image, tryAgain } = usePicture();
  return (
    <>
      <button type="button" className="bb-photo-button" onClick={() => open(photo)}>
        {broken ? (
          <span className="bb-photo-missing">
            <Icon name="photo" size={2} />
            <span dir="auto">{title}</span>
          </span>
        ) : (
          <img
            key={attempt}
            {...pictureSources(img, width)}
            {...image}
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
          className="bb-button bb-button-quiet bb-button-small bb-photo-again"
          aria-label={t`Try again: ${title}`}
          onClick={tryAgain}
        >
          <Trans>Try again</Trans>
        </button>
      )}
    </>
  );
}
