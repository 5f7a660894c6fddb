import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { afterFirstPaint } from '#web/components/after-first-paint.ts';
import { Button } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { MAX_RENDERED_WHOLE } from '#web/components/masonry-layout.ts';
import type { NextPageState } from './photo-queries.ts';

type Props = {
  more: NextPageState;
  /** How many photos the wall has by now. */
  count: number;
  /** What stands after the wall; the way past it for keyboards. */
  place: RefObject<HTMLDivElement | null>;
};

/** The end of what is loaded: it loads on as somebody comes near, by a button, and once more after a failure. */
export function GridEnd({ more, count, place }: Props) {
  const { toCome, busy, error, load } = more;
  const waiting = toCome && !busy && !error;
  const ask = useRef(load);
  useEffect(() => {
    ask.current = load;
  });

  useEffect(() => {
    const element = place.current;
    if (!waiting || !element) return;
    if (count < MAX_RENDERED_WHOLE) {
      // The first photos are painted before more are asked for.
      let left = false;
      void afterFirstPaint().then(() => left || ask.current());
      return () => {
        left = true;
      };
    }
    let near = false;
    const look = () => {
      if (near && !isBeyond(element)) ask.current();
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        near = entry?.isIntersecting ?? false;
        look();
      },
      { rootMargin: '300% 0px' },
    );
    observer.observe(element);
    document.addEventListener('focusin', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', look);
    };
  }, [place, waiting, count]);

  return (
    <div ref={place} tabIndex={-1} className="grid justify-items-center empty:-mt-6">
      {error && <LoadError what={t`More photos`} error={error} busy={busy} retry={load} />}
      {toCome && !error && (
        <Button look="quiet" busy={busy} onClick={load}>
          <Trans>Load more photos</Trans>
        </Button>
      )}
    </div>
  );
}

/** Whoever has gone past the wall by keyboard is to find the end of the page, not ever more photos before it. */
function isBeyond(end: HTMLElement): boolean {
  const at = document.activeElement;
  if (!at?.matches(':focus-visible')) return false;
  return end.contains(at) || Boolean(end.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING);
}
