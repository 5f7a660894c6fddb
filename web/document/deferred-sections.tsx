import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { afterFirstPaint } from '#web/components/after-first-paint.ts';
import { showHydrationFailed } from './inline-script.ts';

type SectionsModule = { default: ComponentType };

/**
 * Creates a hook that renders a page's main sections. They are part of the prerendered HTML; their script loads after the
 * first paint. If it fails, the sections stay readable, but not interactive.
 */
export function deferredSections(load: () => Promise<SectionsModule>): () => ReactNode {
  let loading: Promise<SectionsModule> | undefined;
  function fetchSections() {
    loading ??= afterFirstPaint().then(load);
    return loading;
  }

  const Sections = lazy(() =>
    fetchSections().catch((cause) => {
      if (import.meta.env.SSR) throw cause;
      return new Promise<never>(() => {});
    }),
  );
  // Created outside the component: a parent's update must not render sections that are not hydrated yet.
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
