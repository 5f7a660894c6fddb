import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { Icon } from './icon.tsx';

type Props = {
  next: () => void;
  previous: () => void;
  /** What stands between the two buttons: dots, or a count. */
  children: ReactNode;
};

export function CarouselControls({ next, previous, children }: Props) {
  return (
    <div className="bb-carousel-controls">
      <button type="button" className="bb-carousel-button" aria-label={t`Previous`} onClick={previous}>
        <Icon name="previous" />
      </button>
      {children}
      <button type="button" className="bb-carousel-button" aria-label={t`Next`} onClick={next}>
        <Icon name="next" />
      </button>
    </div>
  );
}

/** `Slide 2: Rahima Khatun` */
const nameOf = (at: number, label: string): string => {
  const number = formatNumber(at + 1);
  return t`Slide ${number}: ${label}`;
};

type DotsProps = { labels: readonly string[]; index: number; goTo: (index: number) => void };

/** A dot for each position of a carousel, which leads there. */
export function CarouselDots({ labels, index, goTo }: DotsProps) {
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
