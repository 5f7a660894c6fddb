import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef } from 'react';
import { afterNextPaint } from '#web/browser/after-first-paint.ts';
import { Button } from '#web/components/button.tsx';
import { LoadError } from '#web/components/load-error.tsx';
import { VIRTUALIZATION_THRESHOLD } from '#web/components/masonry-layout.ts';
import type { NextPageState } from './photo-queries.ts';

type Props = {
  nextPage: NextPageState;
  /** The number of loaded photos. */
  count: number;
  /** The element after the grid, which the skip button focuses. */
  endRef: RefObject<HTMLDivElement | null>;
};

/**
 * Loads the first pages without waiting for the reader, and the next one when the reader scrolls near the
 * end, presses the button, or retries after an error.
 */
export function LoadMore({ nextPage, count, endRef }: Props) {
  const { hasMore, isLoading, error, canLoad, load } = nextPage;
  const loadRef = useRef(load);
  useEffect(() => {
    loadRef.current = load;
  });

  useEffect(() => {
    const element = endRef.current;
    if (!canLoad || !element) return;
    if (count < VIRTUALIZATION_THRESHOLD) {
      // Load more only after the first photos are painted.
      let isCanceled = false;
      void afterNextPaint().then(() => isCanceled || loadRef.current());
      return () => {
        isCanceled = true;
      };
    }
    let isNear = false;
    const loadIfNear = () => {
      if (isNear && !isFocusPastGrid(element)) loadRef.current();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser reports several changes in one call.
        isNear = entries.at(-1)?.isIntersecting ?? false;
        loadIfNear();
      },
      { rootMargin: '300% 0px' },
    );
    observer.observe(element);
    document.addEventListener('focusin', loadIfNear);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', loadIfNear);
    };
  }, [endRef, canLoad, count]);

  return (
    <div ref={endRef} tabIndex={-1} className="grid justify-items-center empty:-mt-6">
      {error && <LoadError name={t`More photos`} query={{ error, isFetching: isLoading, refetch: load }} />}
      {hasMore && !error && (
        <Button variant="outlined" isBusy={isLoading} onClick={load}>
          <Trans>Load more photos</Trans>
        </Button>
      )}
    </div>
  );
}

/**
 * True when the keyboard focus is past the grid. Loading more photos would then move the end of the page
 * away.
 */
function isFocusPastGrid(end: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused?.matches(':focus-visible')) return false;
  return (
    end.contains(focused) || Boolean(end.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
  );
}
