type Props = { labels: readonly string[]; index: number; goTo: (index: number) => void };

/** A dot for each position of a carousel, which leads there. */
export function CarouselDots({ labels, index, goTo }: Props) {
  return (
    <ul className="bb-carousel-dots">
      {labels.map((label, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two donors may have the same name, and a dot stays where it is
        <li key={`${at} ${label}`}>
          <button
            type="button"
            className="bb-carousel-dot"
            aria-label={`Slide ${at + 1}: ${label}`}
            aria-current={at === index ? 'true' : undefined}
            onClick={() => goTo(at)}
          />
        </li>
      ))}
    </ul>
  );
}
