import { t } from '@lingui/core/macro';
import { numberText } from '#web/language/numbers.ts';

/** `Slide 2: Rahima Khatun` */
const nameOf = (at: number, label: string): string => {
  const number = numberText(at + 1);
  return t`Slide ${number}: ${label}`;
};

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
            aria-label={nameOf(at, label)}
            aria-current={at === index ? 'true' : undefined}
            onClick={() => goTo(at)}
          />
        </li>
      ))}
    </ul>
  );
}
