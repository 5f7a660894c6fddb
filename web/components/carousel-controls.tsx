import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { Icon, nextIcon, previousIcon } from './icon.tsx';

type Props = {
  onNext: () => void;
  onPrevious: () => void;
  /** Content between the two buttons: dots or a count. */
  children: ReactNode;
};

const buttonClass = 'bb-icon-button bb-carousel-button';

export function CarouselControls({ onNext, onPrevious, children }: Props) {
  return (
    <div className="bb-carousel-controls">
      <button type="button" className={buttonClass} aria-label={t`Previous`} onClick={onPrevious}>
        <Icon path={previousIcon} />
      </button>
      {children}
      <button type="button" className={buttonClass} aria-label={t`Next`} onClick={onNext}>
        <Icon path={nextIcon} />
      </button>
    </div>
  );
}

/** Returns a label such as `Slide 2: Rahima Khatun`. */
const dotLabel = (index: number, label: string): string => {
  const number = formatNumber(index + 1);
  return t`Slide ${number}: ${label}`;
};

type DotsProps = { labels: readonly string[]; activeIndex: number; onSelect: (index: number) => void };

/** Renders one button per position of a carousel. */
export function CarouselDots({ labels, activeIndex, onSelect }: DotsProps) {
  return (
    <ul className="flex flex-wrap justify-center">
      {labels.map((label, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order never changes
        <li key={`${i} ${label}`}>
          <button
            type="button"
            className="bb-carousel-dot"
            aria-label={dotLabel(i, label)}
            aria-current={i === activeIndex ? 'true' : undefined}
            onClick={() => onSelect(i)}
          />
        </li>
      ))}
    </ul>
  );
}
