import type { Photo } from '#contract/photos.ts';
import { Carousel } from '#web/ui/carousel.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { pictureSources } from './picture-sources.ts';

type Props = { photos: readonly Photo[] /** The photo to begin with. */; start: number; onClose: () => void };

/** All photos in a coverflow over the page. */
export function PhotoDialog({ photos, start, onClose }: Props) {
  return (
    <Modal open bare label="Photos" className="bb-photo-dialog" onClose={onClose}>
      <Carousel
        label="Photos"
        coverflow
        start={start}
        slides={photos.map((photo) => ({
          key: photo._id,
          label: photo.title,
          content: <LargePicture {...photo} />,
        }))}
      />
    </Modal>
  );
}

function LargePicture({ img, title, width, height, placeholder }: Photo) {
  return (
    <figure className="bb-photo-large">
      <img
        {...pictureSources(img, width)}
        className="bb-photo-large-picture"
        sizes="(min-width: 48rem) 40rem, 82vw"
        alt={title}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      />
      <figcaption aria-hidden="true">{title}</figcaption>
    </figure>
  );
}
