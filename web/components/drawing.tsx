type Props = {
  /** File name in public/drawings (made from art/ by scripts/pictures.ts), without width and extension. */
  name: string;
  /** Maximum width in CSS pixels. */
  width: number;
  height: number;
  alt?: string;
  className?: string;
  /** Class of the `picture` element. */
  pictureClassName?: string;
  /** Width on phones. Default: the full width. */
  phoneWidth?: string;
  /** Set if the drawing is visible without scrolling, to load it eagerly with a high priority. */
  priority?: boolean;
};

const imageWidths = [680, 1120];

/** Renders an illustration, which loads lazily unless `priority` is set. */
export function Drawing({
  name,
  width,
  height,
  alt = '',
  className,
  pictureClassName,
  phoneWidth,
  priority,
}: Props) {
  const files = (type: string) =>
    imageWidths.map((imageWidth) => `/drawings/${name}-${imageWidth}.${type} ${imageWidth}w`).join(', ');
  const sizes = `(min-width: 48rem) ${width}px, ${phoneWidth ?? 'calc(100vw - 2rem)'}`;
  return (
    <picture className={pictureClassName}>
      <source srcSet={files('avif')} sizes={sizes} type="image/avif" />
      <img
        src={`/drawings/${name}-680.webp`}
        srcSet={files('webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  );
}

/**
 * Class for the frame of a drawing. The drawing then loads half a window before it is visible, because
 * `loading=lazy` alone would load it 1,250 px before, ahead of the scripts. The frame must have the same size
 * without the image.
 */
export const lazyFrameClass = 'block [content-visibility:auto]';
