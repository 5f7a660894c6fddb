type Props = {
  /** A picture of the site's own image host. */
  src: string;
  alt?: string | undefined;
  /** Size in CSS pixels, at which it is shown at most. */
  width: number;
  height: number;
  /** Set for a picture that is visible without scrolling. */
  priority?: boolean;
  className?: string;
};

/** Renders a picture that the owner has uploaded, which loads lazily unless `priority` is set. */
export function HostedPicture({ src, alt = '', width, height, priority, className }: Props) {
  const address = `${src}?auto=format&w=${width}`;
  return (
    <img
      src={address}
      srcSet={`${address} 1x, ${address}&dpr=2 2x`}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
