type Props = {
  /** The file in public/drawings, drawn by art, without its ending. */
  name: string;
  /** In the page's pixels, where there is room. */
  width: number;
  height: number;
  alt?: string;
  className?: string;
  /** Styles the `picture` around the image. */
  frame?: string;
  /** How wide it is on a phone, where that is not the whole width. */
  onPhone?: string;
  /** Seen at once: fetched with the page. */
  first?: boolean;
};

const rungs = [680, 1120];

/** One of the site's drawings, fetched when it comes near or, where it is seen first, at once. */
export function Drawing({ name, width, height, alt = '', className, frame, onPhone, first }: Props) {
  const files = (type: string) =>
    rungs.map((rung) => `/drawings/${name}-${rung}.${type} ${rung}w`).join(', ');
  const sizes = `(min-width: 48rem) ${width}px, ${onPhone ?? 'calc(100vw - 2rem)'}`;
  return (
    <picture className={frame}>
      <source srcSet={files('avif')} sizes={sizes} type="image/avif" />
      <img
        src={`/drawings/${name}-680.webp`}
        srcSet={files('webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  );
}

/**
 * For the frame of a drawing: fetched within half a window of being seen. A browser would fetch it with the first frame, from 1,250 px
 * away, and on a slow line before the scripts. The frame must be as large without the image.
 */
export const fetchWhenNear = 'block [content-visibility:auto]';
