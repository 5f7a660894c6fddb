import type { Position } from './carousel-engine.ts';
import { Icon } from './icon.tsx';

type Props = {
  /** Undefined until the carousel is alive; its space is kept free. */
  position: Position | undefined;
  labels: readonly string[];
  /** A count in place of dots, where there may be many. */
  counted: boolean;
  next: () => void;
  previous: () => void;
  goTo: (index: number) => void;
};

export function CarouselControls({ position, labels, counted, next, previous, goTo }: Props) {
  if (!position || position.count < 2) return <div className="bb-carousel-controls" />;
  const { index, count } = position;
  return (
    <div className="bb-carousel-controls">
      <button type="button" className="bb-carousel-button" aria-label="Previous" onClick={previous}>
        <Icon name="previous" />
      </button>
      {counted ? (
        <p className="bb-carousel-count">
          {index + 1} / {count}
        </p>
      ) : (
        <ul className="bb-carousel-dots">
          {labels.slice(0, count).map((label, at) => (
            <li key={label}>
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
      )}
      <button type="button" className="bb-carousel-button" aria-label="Next" onClick={next}>
        <Icon name="next" />
      </button>
    </div>
  );
}
