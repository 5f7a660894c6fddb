import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
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
