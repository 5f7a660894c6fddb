import type { Photo } from '#contract/photos.ts';
import { pictureSources } from './picture-sources.ts';

/** Fills the box it is given; until it arrives its blurred likeness stands there. */
export function Picture({ photo }: { photo: Photo }) {
  const { img, title, width, height, placeholder } = photo;
  return (
    <img
      {...pictureSources(img, width)}
      alt={title}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className="size-full rounded-(--round) bg-(--soft) bg-center bg-cover object-cover"
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    />
  );
}
