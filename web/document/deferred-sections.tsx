import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { afterFirstPaint } from '#web/components/after-first-paint.ts';
import { showHydrationFailed } from './inline-script.ts';

type Part = { default: ComponentType };

/**
 * What a page mainly consists of: in the prerendered page at once, and still there to be read where its script does not
 * come. What makes it alive is loaded after it has been painted. Gives a hook for the page's component.
 */
export function deferredSections(load: () => Promise<Part>): () => ReactNode {
  let coming: Promise<Part> | undefined;
  function fetchSections() {
    coming ??= afterFirstPaint().then(load);
    return coming;
  }

  const Sections = lazy(() =>
    fetchSections().catch((cause) => {
      if (import.meta.env.SSR) throw cause;
      return new Promise<never>(() => {});
    }),
  );
  // Drawn outside the component: an update from above must not reach a part that is not alive yet.
  const sections = (
    <Suspense fallback={<div className="bb-full-height" />}>
      <Sections />
    </Suspense>
  );

  return function useSections() {
    useEffect(() => {
      fetchSections().catch(() => showHydrationFailed(true));
      return () => showHydrationFailed(false);
    }, []);
    return sections;
  };
}
