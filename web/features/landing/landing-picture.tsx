type Props = {
  /** The file in public/landing, drawn by scripts/pictures, without its ending. */
  name: string;
  /** In the page's pixels; the file has twice as many. */
  width: number;
  height: number;
  alt?: string;
  className?: string;
};

/** One of the page's drawings, fetched when it comes near. */
export function LandingPicture({ name, width, height, alt = '', className }: Props) {
  return (
    <picture>
      <source srcSet={`/landing/${name}.avif`} type="image/avif" />
      <img
        src={`/landing/${name}.webp`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  );
}
